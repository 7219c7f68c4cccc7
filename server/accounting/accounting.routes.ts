import * as endpoints from '../../contract/accounting.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { journalView } from './accounting.view.ts';
import { getJournal } from './get-journal.ts';

export function accountingRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getJournal, async ({ actor, params, query, reads }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { db, now } = deps;
    return journalView(await getJournal({ db, now, reads }, venue.id, query));
  });
}
