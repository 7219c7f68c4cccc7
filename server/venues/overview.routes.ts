import { encodeJson } from '../../contract/encode-json.ts';
import { writtenHeader } from '../../contract/headers.ts';
import * as endpoints from '../../contract/venues.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { isTimezone } from '../../lib/timezones.ts';
import {
  type Actor,
  isSuperAdmin,
  maySeeMoney,
  memberOf,
  scopeOf,
} from '../../rules/permissions.ts';
import { memberMay } from '../../rules/permissions/roles.ts';
import {
  type Attention,
  attentionToFigures,
  attentionToMails,
} from '../../rules/venues/attention.ts';
import { getVenueOverview, type VenueOverview } from './get-venue-overview.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { EncodedJson } from '../http/stream-json.ts';
import { fieldError } from '../shared/errors.ts';
import { requireAccount } from '../shared/require-account.ts';
import { sharedRuns } from '../shared/shared-runs.ts';
import { countRefusedMails, findDifferences } from './overview.queries.ts';
import { overviewView } from './overview.view.ts';
import { requireVenue } from './venue-access.ts';

/** What needs the attention of this account: its mails, whichever venue it looks at, and figures that differ. */
async function attentionToReader(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  venueId: string,
): Promise<Attention[]> {
  const { userId } = requireAccount(actor);
  const figures = isSuperAdmin(actor)
    ? attentionToFigures(await withoutTenant(() => findDifferences(db, venueId)))
    : [];
  const member = memberOf(actor);
  if (member !== null && !memberMay(member, 'reports.read')) return figures;
  // Mails belong to the account, of whatever owner their venues are.
  const mails = await withoutTenant(() => countRefusedMails(db, userId));
  return [...figures, ...attentionToMails(mails)];
}

export function overviewRoutes(mount: Mount, deps: AppDeps): void {
  const readOnce = sharedRuns<VenueOverview>();
  const encodeOnce = sharedRuns<string>();

  mount(endpoints.getVenueOverview, async ({ actor, params, reads, query: { timezone }, raw }) => {
    if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venue = await requireVenue(deps, actor, params.venueId);
    // What the overview depends on, with the position that it has to show.
    const key = JSON.stringify([scopeOf(actor), venue.id, timezone, raw.headers[writtenHeader]]);
    const overview = () =>
      readOnce(key, () => getVenueOverview({ ...deps, reads }, venue, timezone));
    const text = await encodeOnce(JSON.stringify([actor, key]), async () => {
      const [read, toReader] = await Promise.all([
        overview(),
        attentionToReader(deps, actor, venue.id),
      ]);
      const view = overviewView(read, toReader, deps.now().getTime());
      return encodeJson(endpoints.getVenueOverview.responses[200], view, maySeeMoney(actor));
    });
    return new EncodedJson(text);
  });
}
