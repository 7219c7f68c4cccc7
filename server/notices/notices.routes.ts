import * as endpoints from '../../contract/venues.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { listLatestNotices } from './notices.queries.ts';
import { noticeView } from './notices.view.ts';
import { requireVenue } from '../venues/venue-access.ts';

const mostNotices = 50;

export function noticeRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listNotices, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return (await listLatestNotices(deps.db, venue.id, mostNotices)).map(noticeView);
  });
}
