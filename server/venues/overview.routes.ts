import { writtenHeader } from '../../contract/headers.ts';
import * as endpoints from '../../contract/venues.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { toDollars } from '../../lib/money.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { type Actor, isSuperAdmin, memberOf, scopeOf } from '../../rules/permissions.ts';
import { memberMay } from '../../rules/permissions/roles.ts';
import {
  type Attention,
  attentionToFigures,
  attentionToMails,
} from '../../rules/venues/attention.ts';
import { getVenueOverview, type VenueOverview } from './get-venue-overview.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { fieldError } from '../shared/errors.ts';
import { requireAccount } from '../shared/require-account.ts';
import { sharedRuns } from '../shared/shared-runs.ts';
import { nightView } from './nights.view.ts';
import { countRefusedMails, findDifferences } from './overview.queries.ts';
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

  mount(endpoints.getVenueOverview, async ({ actor, params, reads, query: { timezone }, raw }) => {
    if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venue = await requireVenue(deps, actor, params.venueId);
    // What the overview depends on, with the position that it has to show.
    const key = JSON.stringify([scopeOf(actor), venue.id, timezone, raw.headers[writtenHeader]]);
    const { day, night, today, weekBefore, units, ...rest } = await readOnce(key, () =>
      getVenueOverview({ ...deps, reads }, venue, timezone),
    );
    return {
      day,
      night: night && nightView(night.night, night.row, deps.now().getTime()),
      sales: toDollars(today.totals.salesCents),
      grossVolume: toDollars(today.totals.grossCents),
      orders: today.orders,
      servings: today.totals.servings,
      refunds: toDollars(today.totals.refundCents),
      weekBefore: {
        grossVolume: toDollars(weekBefore.totals.grossCents),
        orders: weekBefore.orders,
      },
      units: units.map((unit) => ({
        unitId: unit.id,
        unitNumber: unit.unit_number,
        unitName: unit.unit_name,
        category: unit.category,
        lastSoldAt: unit.last_sold_at?.toISOString() ?? null,
        hasKey: unit.hasKey,
        orders: unit.sold.orders,
        grossVolume: toDollars(unit.sold.totals.grossCents),
      })),
      ...rest,
      attention: [...rest.attention, ...(await attentionToReader(deps, actor, venue.id))],
    };
  });
}
