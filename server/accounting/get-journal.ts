import type { Reads } from '../../db/pool/reads.ts';
import {
  type BookedRefund,
  type BookedSale,
  clearingOf,
  type JournalLine,
  journalOf,
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

export interface Journal {
  night: Night;
  isOver: boolean;
  lines: JournalLine[];
  reconciliation: Reconciliation;
}

/** Reads the journal of a night as its sales and refunds are now. */
export async function getJournal(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  { night: day, timezone }: { night: string; timezone?: string | undefined },
): Promise<Journal> {
  const night = nightOf(await requireNightRules({ db }, venueId, timezone), day);
  const { costs } = await readTimes(reads, { venueId, unitId: null }, night);
  const [lines, settled, categories] = await Promise.all([
    reads.query((recent) => listBookedLines(recent, venueId, night)),
    reads.query((recent) => listBookedRefunds(recent, venueId, night)),
    reads.query((recent) => listCategories(recent, venueId)),
  ]);
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
  const first = journalOf(night, booked);
  return {
    night,
    isOver: night.endMs <= now().getTime(),
    lines: first,
    reconciliation: reconcile(night, { ...booked, first }),
  };
}

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
