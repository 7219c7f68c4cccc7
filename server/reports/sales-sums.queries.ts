/** Sums over a time range, from the rollups and, at its edges, from the sales. */
import { type RawBuilder, sql } from 'kysely';
import {
  keyOfDrink,
  lineSums,
  orderSums,
  selected,
  soldCents,
  soldQuantity,
  sumColumns,
  sumNames,
} from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import { coverRange, type Grain, type TimeRange } from '../../rules/reports/rollup-cover.ts';
import { type DrinkMark, readPayment, type SaleFilter } from '../../rules/reports/sale-filter.ts';
import { type SaleSums, totalsOf } from '../../rules/reports/sales-totals.ts';
import type { PerUnit } from '../sums/read-sums.queries.ts';

/** A venue, or one of its units. */
export interface SalesScope {
  venueId: string;
  unitId: string | null;
}

/** Condition for one unit's rows; empty for a whole venue. */
export const ofUnit = (column: string, { unitId }: SalesScope): RawBuilder<unknown> =>
  unitId === null ? sql`true` : sql`${sql.ref(column)} = ${unitId}`;

/** Part of a range; nth is the index of the range where there are several. */
export interface Piece extends TimeRange {
  readonly nth?: number;
  readonly sign: 1 | -1;
}

/**
 * Buckets of a cover as rows. What they cover is read by a lateral subquery for each: as a join, PostgreSQL may read
 * the rollups of all venues instead.
 */
export const pieceRows = (
  buckets: readonly (Piece & { readonly grain: Grain })[],
): RawBuilder<unknown> => sql`unnest(
  ${buckets.map(({ nth = 0 }) => nth)}::int[],
  ${buckets.map(({ sign }) => sign)}::int[],
  ${buckets.map(({ grain }) => grain)}::text[],
  ${buckets.map(({ startMs }) => new Date(startMs))}::timestamptz[],
  ${buckets.map(({ endMs }) => new Date(endMs))}::timestamptz[]
) as piece (nth, sign, grain, starts, ends)`;

/** Edges of a cover as rows. */
const edgeRows = (edges: readonly Piece[]): RawBuilder<unknown> => sql`unnest(
  ${edges.map(({ nth = 0 }) => nth)}::int[],
  ${edges.map(({ sign }) => sign)}::int[],
  ${edges.map(({ startMs }) => new Date(startMs))}::timestamptz[],
  ${edges.map(({ endMs }) => new Date(endMs))}::timestamptz[]
) as edge (nth, sign, starts, ends)`;

/** Condition for rollups as kept that belong to a piece. */
export const keptInPiece = (scope: SalesScope): RawBuilder<unknown> => sql`
  kept.venue_id = ${scope.venueId} and kept.grain = piece.grain
  and kept.bucket >= piece.starts and kept.bucket < piece.ends and ${ofUnit('kept.unit_id', scope)}`;

/** Condition for orders as sale that belong to an edge. */
const soldInEdge = (scope: SalesScope): RawBuilder<unknown> => sql`
  sale.venue_id = ${scope.venueId} and sale.sold_at >= edge.starts and sale.sold_at < edge.ends
  and ${ofUnit('sale.unit_id', scope)}`;

/** Condition for ordered_drinks as drink that belong to sale. */
export const drinkOfSale = ({ venueId }: SalesScope): RawBuilder<unknown> =>
  sql`drink.venue_id = ${venueId} and drink.order_id = sale.id`;

const each = (column: (name: keyof SaleSums) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(sumNames.map((name) => sql`${column(name)} as ${sql.id(name)}`));

/** Sums of a sale, from its order and, as line, from its drinks. */
const ofSale: Partial<Record<keyof SaleSums, RawBuilder<unknown>>> = orderSums;

const columnsOf = (part: string, { perUnit }: PerUnit): RawBuilder<unknown> =>
  sql.join(
    [...(perUnit ? ['unit_id'] : []), ...sumNames].map((name) => sql.ref(`${part}.${name}`)),
  );

const unitColumn = (part: string, { perUnit }: PerUnit): RawBuilder<unknown> =>
  perUnit ? sql`${sql.ref(`${part}.unit_id`)},` : sql``;

export const byUnitOf = (part: string, { perUnit }: PerUnit): RawBuilder<unknown> =>
  perUnit ? sql`group by ${sql.ref(`${part}.unit_id`)}` : sql``;

/** Selects sums by range (nth) and part of the range; they are null where nothing was sold. */
function partSums(
  scope: SalesScope,
  ranges: readonly TimeRange[],
  by: PerUnit,
): RawBuilder<unknown> {
  const covers = ranges.map((range, nth) => ({ nth, ...coverRange(range) }));
  const buckets = covers.flatMap(({ nth, ...cover }) =>
    cover.buckets.map((bucket) => ({ ...bucket, nth })),
  );
  const edges = covers.flatMap(({ nth, ...cover }) =>
    cover.edges.map((edge) => ({ ...edge, nth })),
  );
  return sql`
    select piece.nth, ${columnsOf('kept', by)} from ${pieceRows(buckets)} cross join lateral (
      select ${unitColumn('kept', by)} ${each((name) => sql`piece.sign * sum(kept.${sql.id(sumColumns[name])})`)}
      from sales_rollups as kept
      where ${keptInPiece(scope)}
      ${byUnitOf('kept', by)}
    ) as kept
    ${edges.length === 0 ? sql`` : sql`union all ${edgeSums(scope, edges, by)}`}
  `;
}

export const edgeSums = (
  scope: SalesScope,
  edges: readonly Piece[],
  by: PerUnit,
  key = sql`edge.nth`,
): RawBuilder<unknown> => sql`
    select ${key}, ${columnsOf('sold', by)} from ${edgeRows(edges)} cross join lateral (
      select ${unitColumn('sale', by)} ${each((name) => sql`edge.sign * ${ofSale[name] ?? sql`sum(line.${sql.id(name)})`}`)}
      from orders as sale
      cross join lateral (
        select ${selected(lineSums)} from ordered_drinks as drink where ${drinkOfSale(scope)}
      ) as line
      where ${soldInEdge(scope)}
      ${byUnitOf('sale', by)}
    ) as sold
  `;

const total = each((name) => sql`coalesce(sum(${sql.id(name)}), 0)`);

/** Selects the sums of a range as one row. */
export const selectSums = (scope: SalesScope, range: TimeRange): RawBuilder<SaleSums> => sql`
  select ${total} from (${partSums(scope, [range], { perUnit: false })}) as part
`;

export async function sumSales(db: Db, scope: SalesScope, range: TimeRange): Promise<SaleSums> {
  const { rows } = await selectSums(scope, range).execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('A sum returns one row');
  return sums;
}

export interface UnitSums extends SaleSums {
  unitId: string;
  /** Index of the range. */
  nth: number;
}

/** Sums of each unit over each of these ranges, in one statement; without a row where nothing was sold. */
export async function sumSalesByUnit(
  db: Db,
  scope: SalesScope,
  ranges: readonly TimeRange[],
): Promise<UnitSums[]> {
  const { rows } = await sql<UnitSums>`
    select nth, unit_id as "unitId", ${total}
    from (${partSums(scope, ranges, { perUnit: true })}) as part
    group by nth, unit_id
  `.execute(db);
  return rows;
}

const times = (of: readonly number[]) => sql`${of.map((ms) => new Date(ms))}::timestamptz[]`;

/**
 * True of a sale that arrived more than 15 minutes after it was sold, in the words of their index (migration 0061);
 * imported sales say nothing about when figures were right.
 */
export const isLate = sql`sale.received_at - sale.sold_at > interval '15 minutes' and sale.entered_by <> 'import'`;

/** Orders of each unit over each of these ranges that arrived late, and as sales what was charged for them. */
export async function sumLateSales(
  db: Db,
  scope: SalesScope,
  ranges: readonly TimeRange[],
): Promise<UnitSums[]> {
  // Each range by the index: there may be thousands.
  const { rows } = await sql<Pick<UnitSums, 'nth' | 'unitId' | 'orders' | 'salesCents'>>`
    select range.nth::int - 1 as nth, late.*
    from unnest(${times(ranges.map(({ startMs }) => startMs))}, ${times(ranges.map(({ endMs }) => endMs))})
      with ordinality as range (starts, ends, nth)
    cross join lateral (
      select sale.unit_id as "unitId", count(*) as orders,
        sum(sale.price_cents + sale.tax_cents + sale.tip_cents)::bigint as "salesCents"
      from orders as sale
      where sale.venue_id = ${scope.venueId} and ${ofUnit('sale.unit_id', scope)}
        and sale.sold_at >= range.starts and sale.sold_at < range.ends and ${isLate}
      group by sale.unit_id
    ) as late
  `.execute(db);
  return rows.map((row) => ({ ...totalsOf([]), ...row }));
}

/** Date of the first sale of a venue, or of those in a range; null without one. */
export async function findFirstSale(
  db: Db,
  venueId: string,
  range?: { from: Date; before: Date },
): Promise<Date | null> {
  const first = db
    .selectFrom('orders')
    .select('sold_at')
    .where('venue_id', '=', venueId)
    .orderBy('sold_at')
    .limit(1);
  const row = await (
    range ? first.where('sold_at', '>=', range.from).where('sold_at', '<', range.before) : first
  ).executeTakeFirst();
  return row?.sold_at ?? null;
}

// Sales by drink name over a time range, from the rollups and, at its edges, from the sales.

interface SoldDrink {
  name: string;
  /** Includes refunded drinks as far as they were poured. */
  quantity: number;
  /** Before tax and tips, without refunds. */
  amountCents: number;
}

export interface SoldDrinkOfRange extends SoldDrink {
  /** Index of the range. */
  nth: number;
}

/** Sorts by quantity, then amount, both descending, then by name. Omits drinks that were refunded entirely. */
export const sumDrinks = (db: Db, scope: SalesScope, range: TimeRange): Promise<SoldDrink[]> =>
  sumDrinksByRange(db, scope, [range]).then((rows) =>
    rows.map(({ name, quantity, amountCents }) => ({ name, quantity, amountCents })),
  );

/** Sums of each drink over each of these ranges, in one statement; by range, then as `sumDrinks` sorts. */
export async function sumDrinksByRange(
  db: Db,
  scope: SalesScope,
  ranges: readonly TimeRange[],
): Promise<SoldDrinkOfRange[]> {
  const covers = ranges.map((range, nth) => ({ nth, ...coverRange(range) }));
  const buckets = covers.flatMap(({ nth, ...cover }) =>
    cover.buckets.map((bucket) => ({ ...bucket, nth })),
  );
  const edges = covers.flatMap(({ nth, ...cover }) =>
    cover.edges.map((edge) => ({ ...edge, nth })),
  );
  const { rows } = await sql<SoldDrinkOfRange>`
    with kept as (
      select piece.nth, part.name, piece.sign * part.quantity as quantity, piece.sign * part.amount_cents as amount_cents
      from ${pieceRows(buckets)}
      cross join lateral (
        select kept.name, sum(kept.quantity) as quantity, sum(kept.amount_cents) as amount_cents
        from drink_rollups as kept
        where ${keptInPiece(scope)}
        group by kept.name
      ) as part
    ), edges as (
      select edge.nth, line.name, edge.sign * line.quantity as quantity, edge.sign * line.amount_cents as amount_cents
      from ${edgeRows(edges)}
      join orders as sale on ${soldInEdge(scope)}
      -- The offset keeps this from becoming a join, for which all drinks might be read.
      cross join lateral (
        select drink.name, ${soldQuantity} as quantity, ${soldCents} as amount_cents
        from ordered_drinks as drink where ${drinkOfSale(scope)}
        offset 0
      ) as line
    )
    -- Names that differ only in case are one drink, named as most of it was.
    select nth, (array_agg(name order by quantity desc, name))[1] as name, sum(quantity)::bigint as quantity,
      sum(amount_cents)::bigint as "amountCents"
    from (
      select nth, name, sum(quantity) as quantity, sum(amount_cents) as amount_cents
      from (select * from kept union all select * from edges) as sold
      group by nth, name
    ) as named
    group by nth, lower(name)
    having sum(quantity) > 0 or sum(amount_cents) > 0
    order by nth, 3 desc, 4 desc, 2
  `.execute(db);
  return rows;
}

/** Of the current drink, the keys of its sums. */
export interface FilterOfSales extends SaleFilter {
  readonly drinkKeys?: readonly string[] | undefined;
}

/** Condition for ordered_drinks as drink that are one of these. */
export const isOneOf = (keys: readonly string[]): RawBuilder<boolean> =>
  sql`${keyOfDrink} = any(${[...keys]}::uuid[])`;

const marked: Readonly<Record<DrinkMark, RawBuilder<unknown>>> = {
  failed: sql`drink.success_quantity < drink.quantity`,
  comp: sql`drink.price_cents = 0`,
  refunded: sql`(drink.refunded_at is not null or drink.refunded_quantity > 0)`,
};

function isPaid(payment: string): RawBuilder<unknown> {
  const asked = readPayment(payment);
  if (asked === null) return sql`false`;
  if ('last4' in asked) return sql`sale.card_last4 = ${asked.last4}`;
  return sql`sale.price_cents + sale.tax_cents + sale.tip_cents = ${asked.cents}`;
}

/**
 * Condition for orders as sale that match the filter. The drinks are read by a subquery for each sale: as a semi-join,
 * PostgreSQL may read those of all sales instead.
 */
export function matchingSale(
  scope: SalesScope,
  { show, drink, drinkKeys, reader, payment }: FilterOfSales,
): RawBuilder<unknown> {
  const ofDrink = [
    ...(show ? [marked[show]] : []),
    ...(drink ? [sql`lower(drink.name) = lower(${drink})`] : []),
    ...(drinkKeys ? [isOneOf(drinkKeys)] : []),
  ];
  const conditions = [
    ...(reader ? [sql`sale.payment_reader_device_name = ${reader}`] : []),
    ...(payment ? [isPaid(payment)] : []),
    ...(ofDrink.length > 0
      ? [
          sql`(
            select bool_or(${sql.join(ofDrink, sql` and `)}) from ordered_drinks as drink
            where ${drinkOfSale(scope)}
          )`,
        ]
      : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}
