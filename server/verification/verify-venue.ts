import type { Db, Tx } from '../../db/tables/tables.ts';
import { toDollars } from '../../lib/money.ts';
import { liftTimeLimit } from '../shared/database.queries.ts';
import { compareLevels, type ComparedLevel } from '../stock/movements.queries.ts';
import { compareSums, type DifferentSums } from '../sums/compare-sums.queries.ts';
import { inBuckets, type Part, soldIn } from './part.queries.ts';
import * as queries from './verification.queries.ts';

export interface Verified {
  sales: number;
  /** One line per difference; empty when everything agrees. */
  differences: string[];
}

/** Numbers of a venue's units by id, deleted ones too. */
export type UnitNumbers = ReadonlyMap<string, number>;

/**
 * Compares what is stored twice for a venue, as of one moment: rollups with sales, sums of pours and drinks with sales as
 * far as they are summed, sales with their drinks, drinks with their refunds, cases with the drinks that were not poured,
 * levels with the stock ledger, and the change log with the last number of each unit. Reads all sales of the venue,
 * however long that takes, and changes nothing.
 */
export async function verifyVenue(
  db: Db,
  venueId: string,
  unitNumbers: UnitNumbers,
): Promise<Verified> {
  return asOfOneMoment(db, async (moment) => {
    await liftTimeLimit(moment);
    const sales = await verifySales(moment, venueId, unitNumbers, null);
    const stock = await verifyStock(moment, venueId, unitNumbers);
    return { ...sales, differences: [...sales.differences, ...stock] };
  });
}

export const asOfOneMoment = <T>(db: Db, work: (moment: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work);

/** Compares what follows from the sales of a part with them. */
export async function verifySales(
  moment: Tx,
  venueId: string,
  unitNumbers: UnitNumbers,
  part: Part,
): Promise<Verified> {
  const unit = nameOf(unitNumbers);
  const rollups = await queries.compareRollups(moment, venueId, part);
  const sums = await compareSums(moment, venueId, {
    sold: soldIn(part),
    buckets: (grain) => inBuckets(part, grain),
  });
  const orders = await queries.listUnevenOrders(moment, venueId, part);
  const refunds = await queries.compareRefunds(moment, venueId, part);
  const cases = await queries.compareCases(moment, venueId, part);
  return {
    sales: await queries.countSales(moment, venueId, part),
    differences: [
      ...rollups.map((rollup) => rollupText(rollup, unit)),
      ...sums.map((row) => sumsText(row, unit)),
      ...orders.map(orderText),
      ...refunds.map(refundsText),
      ...cases.map((one) => caseText(one, unit)),
    ],
  };
}

/** Which positions and entries are compared; all where it is null. */
interface Newest {
  /** Positions with a movement since then. */
  movedSince: Date;
  /** Entries in the log of a unit. */
  entries: number;
}

/** Compares levels with the stock ledger, and the change log with the last number of each unit. */
export async function verifyStock(
  moment: Tx,
  venueId: string,
  unitNumbers: UnitNumbers,
  newest: Newest | null = null,
): Promise<string[]> {
  const unit = nameOf(unitNumbers);
  const levels = await compareLevels(moment, venueId, newest?.movedSince);
  const gaps = await queries.listLogGaps(moment, venueId, newest?.entries);
  return [
    ...levels.filter(isDifferent).map((level) => levelText(level, unit)),
    ...gaps.map((gap) => gapText(gap, unit)),
  ];
}

const nameOf =
  (unitNumbers: UnitNumbers) =>
  (id: string): string =>
    `unit ${unitNumbers.get(id) ?? id}`;

type Side = Record<string, string | number> | null;

/** The columns in which two rows differ, as text. */
function differentValues(stored: Side, computed: Side): { stored: string; computed: string } {
  const names = Object.keys(stored ?? computed ?? {}).filter(
    (column) => stored?.[column] !== computed?.[column],
  );
  const textOf = (side: Side): string =>
    side === null
      ? 'nothing'
      : names.map((column) => `${column} ${String(side[column] ?? 0)}`).join(', ');
  return { stored: textOf(stored), computed: textOf(computed) };
}

const sources = { hour: 'the sales', day: 'the hours', month: 'the days' } as const;

function rollupText(
  { grain, bucket, unit_id, name, stored, computed }: queries.DifferentRollup,
  unit: (id: string) => string,
): string {
  const values = differentValues(stored, computed);
  const drink = name === null ? '' : `, ${name}`;
  return `Rollup of the ${grain} ${bucket.toISOString()}, ${unit(unit_id)}${drink}: stored ${values.stored}; from ${sources[grain]} ${values.computed}.`;
}

const kinds = { pour_sums: 'pours', drink_sums: 'drinks' } as const;

function sumsText(
  { table, grain, bucket, unit_id, stored, computed }: DifferentSums,
  unit: (id: string) => string,
): string {
  const values = differentValues(stored, computed);
  return `Sums of ${kinds[table]} of the ${grain} ${bucket.toISOString()}, ${unit(unit_id)}: stored ${values.stored}; from ${sources[grain]} ${values.computed}.`;
}

const orderText = (order: queries.UnevenOrder): string =>
  `Order ${order.id}, unit ${order.unit_number}: ${order.amount} $${toDollars(order.stored_cents)}; its drinks add up to $${toDollars(order.sum_cents)}.`;

const refundsText = ({
  order_id,
  drink_index,
  stored,
  computed,
}: queries.DifferentRefunds): string =>
  `Drink ${drink_index} of order ${order_id}: stored ${stored}; by its refunds ${computed}.`;

const caseText = (
  { unit_id, order_id, drink_index, stored, computed }: queries.DifferentCase,
  unit: (id: string) => string,
): string =>
  `Case of drink ${drink_index} of order ${order_id}, ${unit(unit_id)}: stored ${stored ?? 'nothing'}; from the sale ${computed ?? 'nothing'}.`;

const isDifferent = ({ level_ml, ledger_ml }: ComparedLevel): boolean =>
  ledger_ml === null || Math.round(level_ml * 100) !== Math.round(ledger_ml * 100);

function levelText(
  { unit_id, position, level_ml, ledger_ml, sales_without_number }: ComparedLevel,
  unit: (id: string) => string,
): string {
  const ledger = ledger_ml === null ? 'no movement of its ingredient' : `${ledger_ml} ml`;
  const why =
    sales_without_number === 0
      ? ''
      : ` ${sales_without_number} sales since then were stored by an earlier release, without a number.`;
  return `Level of ${unit(unit_id)}, position ${position}: ${level_ml} ml; the stock ledger has ${ledger}.${why}`;
}

const gapText = (
  { unit_id, last_number, first, last, entries }: queries.LogGap,
  unit: (id: string) => string,
): string =>
  `Change log of ${unit(unit_id)}: ${entries} entries from ${first} to ${last}; the unit's last number is ${last_number}.`;
