import type { EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import type { Against } from '../../rules/compare/compared-nights.ts';
import { changeOf } from '../../rules/compare/figures.ts';
import { saleView } from '../orders/sale.view.ts';
import { figuresView, searchedView, totalsView } from '../reports/reports.view.ts';
import type { Sides, VenueComparison } from './compare-venues.ts';
import type { SalesOfVenues } from './list-sales-of-venues.ts';

type Out = EndpointResponse<'compareVenues'>;

function sidesView({ current, other }: Sides, asOf: Date) {
  const { by, ratio } = changeOf(current.grossCents, other.grossCents);
  return {
    current: figuresView(current, asOf),
    other: figuresView(other, asOf),
    change: { by: toDollars(by), ratio },
  };
}

export const venueComparisonView = (
  { venues, missing, total, likeForLike, asOf }: VenueComparison,
  against: Against,
): Out => ({
  against,
  total: figuresView(total, asOf),
  likeForLike: likeForLike && {
    venues: likeForLike.venues,
    ...sidesView(likeForLike, asOf),
  },
  venues: venues.map(({ figures, compared, nights, missed, ...rest }) => ({
    ...rest,
    figures: figuresView(figures, asOf),
    compared: compared && sidesView(compared, asOf),
    missed: missed && {
      gross: toDollars(missed.reduce((sum, { missedCents }) => sum + missedCents, 0)),
      units: missed.map(({ unitNumber, unitName, hours, missedCents }) => ({
        unitNumber,
        name: unitName,
        hours,
        gross: toDollars(missedCents),
      })),
    },
    nights: nights.map(({ day, grossCents }) => ({ day, gross: toDollars(grossCents) })),
  })),
  missing,
});

export function salesOfVenuesView(
  { venues, totals, orders, sales, examined, asOf }: SalesOfVenues,
  size: number,
  withDurations: boolean,
): EndpointResponse<'listSalesOfVenues'> {
  const venueOf = new Map(
    venues.map(({ id, name, timezone }) => [id, { id, name, timezone }] as const),
  );
  return {
    sales: sales.flatMap(({ venueId, sale }) => {
      const venue = venueOf.get(venueId);
      return venue ? [{ ...saleView(sale, withDurations), venue }] : [];
    }),
    ...totalsView(totals),
    ...searchedView(examined),
    asOf: asOf.toISOString(),
    pagination: { current: 1, size, total: orders },
  };
}
