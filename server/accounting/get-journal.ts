import type { Reads } from '../../db/pool/reads.ts';
import {
  type BookedRefund,
  type BookedSale,
  clearingOf,
  type JournalLine,
  journalOf,
  lateEntryOf,
  reconcile,
  type Reconciliation,
  type SalesCategory,
} from '../../rules/accounting/journal.ts';
import type { Cost } from '../../rules/loss/costs.ts';
import { sharesOf } from '../../rules/loss/loss.ts';
import { type Night, nightOf } from '../../rules/nights/nights.ts';
import { readTimes } from '../loss/get-loss.ts';
import { listCategories } from '../reports/breakdown/breakdown.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireNightRules } from '../venues/nights.ts';
import {
  type BookedLineRow,
  type BookedRefundRow,
  listBookedLines,
  listBookedRefunds,
} from './accounting.queries.ts';
import { type ExportRow, listExports } from './exports.queries.ts';

export interface Journal {
  night: Night;
  isOver: boolean;
  lines: JournalLine[];
  reconciliation: Reconciliation;
}

/** A night as it was exported, or as it would be. */
export interface BookedNight {
  night: Night;
  /** By version; none before the first export. */
  entries: ExportRow[];
  /** The whole night as it is now. */
  lines: JournalLine[];
  /** What changed since the last entry: all of it before the first. */
  pending: JournalLine[];
  /** Of the ingredients of its lines, by id. */
  categories: Record<string, SalesCategory>;
  reconciliation: Reconciliation;
}

/** Reads the journal of a night as its sales and refunds are now. */
export async function getJournal(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  { night: day, timezone }: { night: string; timezone?: string | undefined },
): Promise<Journal> {
  const rules = await requireNightRules({ db }, venueId, timezone);
  const entries = await listExports(db, venueId, { from: day, to: day });
  const { night, lines, reconciliation } = await readNight(
    reads,
    venueId,
    nightOf(rules, day),
    entries,
  );
  return { night, isOver: night.endMs <= now().getTime(), lines, reconciliation };
}

/**
 * Reads the journal of a night beside what is exported of it. An exported night keeps its hours and the categories of
 * its ingredients, so that later entries have only what changed in its sales and refunds.
 */
export async function readNight(
  reads: Pick<Reads, 'query'>,
  venueId: string,
  byRules: Night,
  entries: ExportRow[],
): Promise<BookedNight> {
  const [first] = entries;
  const night = first ? nightOfExport(first) : byRules;
  const { costs } = await readTimes(reads, { venueId, unitId: null }, night);
  const [lines, settled, current] = await Promise.all([
    reads.query((recent) => listBookedLines(recent, venueId, night)),
    reads.query((recent) => listBookedRefunds(recent, venueId, night)),
    reads.query((recent) => listCategories(recent, venueId)),
  ]);
  const kept = entries.flatMap(({ categories: of }) => Object.entries(of));
  const categories = new Map([...current, ...kept]);
  const sales = lines.map((row) => saleOf(row, costs, categories));
  const withoutRecord = lines
    .map(({ isRefundedWithoutRecord }, at) => (isRefundedWithoutRecord ? sales[at] : undefined))
    .filter((sale) => sale !== undefined)
    .map(({ soldMs, clearing, refunded }) => ({
      soldMs,
      settledMs: soldMs,
      clearing,
      ...refunded,
    }));
  const booked = { sales, refunds: [...settled.map(refundOf), ...withoutRecord] };
  const whole = journalOf(night, booked);
  const pending = lateEntryOf(
    entries.flatMap((entry) => entry.lines),
    whole,
  );
  const used = new Set(lines.flatMap(({ ingredientIds }) => ingredientIds));
  return {
    night,
    entries,
    lines: whole,
    pending: first ? pending : whole,
    categories: Object.fromEntries([...categories].filter(([id]) => used.has(id))),
    reconciliation: reconcile(night, {
      ...booked,
      first: first?.lines ?? whole,
      late: first ? [...entries.slice(1).flatMap((entry) => entry.lines), ...pending] : [],
    }),
  };
}

const nightOfExport = ({ night, start_at, end_at, timezone }: ExportRow): Night => ({
  day: night,
  startMs: start_at.getTime(),
  endMs: end_at.getTime(),
  timezone,
});

function saleOf(
  row: BookedLineRow,
  costs: ReadonlyMap<string, readonly Cost[]>,
  categories: ReadonlyMap<string, SalesCategory>,
): BookedSale {
  const { priceCents, taxCents, tipCents, feeCents } = row;
  const soldMs = row.soldAt.getTime();
  const shares = sharesOf(priceCents, { ...row, atMs: soldMs }, costs);
  return {
    soldMs,
    clearing: clearingOf(row),
    priceCents,
    taxCents,
    tipCents,
    feeCents,
    categories:
      shares.length === 0
        ? [['Other', priceCents]]
        : shares.map(([id, cents]) => [categories.get(id) ?? 'Other', cents]),
    refunded: {
      priceCents: row.refundedPriceCents,
      taxCents: row.refundedTaxCents,
      tipCents: row.refundedTipCents,
    },
  };
}

function refundOf(row: BookedRefundRow): BookedRefund {
  const { amountCents, taxCents, tipCents, refundedBy } = row;
  return {
    soldMs: row.soldAt.getTime(),
    settledMs: row.settledAt.getTime(),
    clearing: refundedBy === 'unsent' ? clearingOf(row) : refundedBy,
    priceCents: amountCents - taxCents - tipCents,
    taxCents,
    tipCents,
  };
}
