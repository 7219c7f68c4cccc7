/** A page of the sales of several venues, each of its own range, in the order of time. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { unionAll } from '../../db/union-all.ts';
import { groupBy } from '../../lib/lists.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import type { ShownSale } from '../orders/orders.queries.ts';
import {
  type Page,
  readSales,
  type SaleCursor,
  selectLastExamined,
  selectPlaces,
} from '../reports/sales-page.queries.ts';

interface VenueRange {
  id: string;
  range: TimeRange;
}

interface PlacedSale extends SaleCursor {
  venue_id: string;
}

export interface SaleOfVenue {
  venueId: string;
  sale: ShownSale;
}

const scopeOf = ({ id }: VenueRange) => ({ venueId: id, unitId: null });

/** Of one part for each venue, in the order of time. */
const selectParts = (
  venues: readonly VenueRange[],
  isBackward: boolean,
  part: (venue: VenueRange) => RawBuilder<unknown>,
): RawBuilder<PlacedSale> => {
  const parts = venues.map(
    (venue) => sql`select ${venue.id}::uuid as venue_id, id, sold_at from (${part(venue)}) as part`,
  );
  const direction = sql.raw(isBackward ? 'desc' : 'asc');
  return sql`
    select venue_id, id, sold_at from (${unionAll(parts)}) as place
    order by sold_at ${direction}, id ${direction}`;
};

/**
 * Lists a page of the sales of these venues. Where the filter stopped before the end of the range of a venue, examined
 * is how far the sales of all venues were examined; the page has none beyond.
 * @param page without a number: each begins at an end of the ranges, or next to a sale
 */
export async function listSalesOfVenues(
  db: Db,
  venues: readonly VenueRange[],
  page: Page,
): Promise<{ sales: SaleOfVenue[]; examined: SaleCursor | null }> {
  if (venues.length === 0) return { sales: [], examined: null };
  const isBackward = page.start ? !page.start.later : page.sort === 'newest';
  const { rows: found } = await sql<PlacedSale>`
    ${selectParts(venues, isBackward, (venue) => selectPlaces(scopeOf(venue), venue.range, page))}
    limit ${page.filter ? venues.length * page.size : page.size}
  `.execute(db);
  const examined = page.filter
    ? await findExamined(db, shortOf(venues, found, page.size), page, isBackward)
    : null;
  const isBeyond = (place: SaleCursor) =>
    examined !== null && (isBackward ? isAfter(examined, place) : isAfter(place, examined));
  const places = found.filter((place) => !isBeyond(place)).slice(0, page.size);
  const read = await readPlaces(db, places);
  const sales = isBackward === (page.sort === 'newest') ? read : read.toReversed();
  return { sales, examined: places.length < page.size ? examined : null };
}

/** Venues of which fewer sales than a page match, so that their examination may have stopped. */
function shortOf(
  venues: readonly VenueRange[],
  found: readonly PlacedSale[],
  size: number,
): VenueRange[] {
  const byVenue = groupBy(found, ({ venue_id: venueId }) => venueId);
  return venues.filter(({ id }) => (byVenue.get(id)?.length ?? 0) < size);
}

const isAfter = (one: SaleCursor, other: SaleCursor): boolean =>
  one.sold_at > other.sold_at || (+one.sold_at === +other.sold_at && one.id > other.id);

/** The earliest end of examination among these venues; null where all were examined to their ends. */
async function findExamined(
  db: Db,
  venues: readonly VenueRange[],
  page: Page,
  isBackward: boolean,
): Promise<SaleCursor | null> {
  if (venues.length === 0) return null;
  const { rows } = await sql<PlacedSale>`
    ${selectParts(venues, isBackward, (venue) => selectLastExamined(scopeOf(venue), venue.range, page))}
    limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Reads the sales at these places, in their order. */
async function readPlaces(db: Db, places: readonly PlacedSale[]): Promise<SaleOfVenue[]> {
  const sales = new Map<string, ShownSale>();
  for (const [venueId, of] of groupBy(places, (place) => place.venue_id)) {
    const scope = { venueId, unitId: null };
    for (const sale of await readSales(
      db,
      scope,
      of.map(({ id }) => id),
    ))
      sales.set(sale.id, sale);
  }
  return places.flatMap(({ venue_id: venueId, id }) => {
    const sale = sales.get(id);
    return sale ? [{ venueId, sale }] : [];
  });
}

/** Returns the position of a sale of one of these venues. */
export function findPlace(
  db: Db,
  venues: readonly VenueRange[],
  id: string,
): Promise<SaleCursor | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'sold_at'])
    .where('venue_id', '=', sql<string>`any(${venues.map((venue) => venue.id)}::uuid[])`)
    .where('id', '=', id)
    .executeTakeFirst();
}
