import type { z } from 'zod';
import type { getVenueOverview as overviewEndpoint } from '../../contract/venues.ts';
import { toDollars } from '../../lib/money.ts';
import type { Attention } from '../../rules/venues/attention.ts';
import type { VenueOverview } from './get-venue-overview.ts';
import { nightView } from './nights.view.ts';

/** @param toReader what needs the attention of this reader alone */
export function overviewView(
  { day, night, today, weekBefore, units, ...rest }: VenueOverview,
  toReader: readonly Attention[],
  nowMs: number,
): z.output<(typeof overviewEndpoint)['responses'][200]> {
  return {
    day,
    night: night && nightView(night.night, night.row, nowMs),
    sales: toDollars(today.totals.salesCents),
    grossVolume: toDollars(today.totals.grossCents),
    orders: today.orders,
    servings: today.totals.servings,
    refunds: toDollars(today.totals.refundCents),
    weekBefore: {
      grossVolume: toDollars(weekBefore.totals.grossCents),
      orders: weekBefore.orders,
    },
    units: units.map(({ activity, hasKey, sold }) => ({
      unitId: activity.id,
      unitNumber: activity.unit_number,
      unitName: activity.unit_name,
      category: activity.category,
      lastSoldAt: activity.last_sold_at?.toISOString() ?? null,
      hasKey,
      orders: sold.orders,
      grossVolume: toDollars(sold.totals.grossCents),
    })),
    ...rest,
    attention: [...rest.attention, ...toReader],
  };
}
