import type { Reads } from '../../db/pool/reads.ts';
import { compareMessages } from '../../rules/compare/compare-messages.ts';
import { countDays, nightsOf } from '../../rules/nights/nights.ts';
import { type SalesScope, sumSales } from '../reports/sales-sums.queries.ts';
import { readDrinkSums } from '../sums/read-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { requireNightRules } from '../venues/nights.ts';
import { type CaseSums, sumCases, sumRefundsOfCases } from './cases.queries.ts';

/** Longest period, in days. */
const mostDays = 400;

interface CaseLedger {
  total: CaseSums;
  days: (CaseSums & { day: string })[];
  /** Refunds of drinks without failed glasses. */
  otherRefundCents: number;
  feesLostCents: number;
  compCents: number;
  /** Refunds of glasses that were poured. */
  refundedPouredCents: number;
}

/** Reads what was charged for drinks that were not poured in a period of days, and what became of it. */
export async function getCaseLedger(
  { db, reads }: Pick<AppDeps, 'db'> & { reads: Reads },
  scope: SalesScope,
  { from, to, timezone }: { from: string; to: string; timezone?: string | undefined },
): Promise<CaseLedger> {
  if (countDays(from, to) > mostDays)
    throw fieldError({ to: compareMessages.tooManyNights(mostDays) });
  const rules = await requireNightRules({ db }, scope.venueId, timezone);
  const nights = nightsOf(rules, from, to);
  const range = { startMs: nights.at(0)?.startMs ?? 0, endMs: nights.at(-1)?.endMs ?? 0 };
  const [sums, sold, refunds, drinks] = await Promise.all([
    reads.query((recent) => sumCases(recent, scope, nights)),
    reads.query((recent) => sumSales(recent, scope, range)),
    reads.query((recent) => sumRefundsOfCases(recent, scope, range)),
    reads.query((recent) => readDrinkSums(recent, scope, [range])),
  ]);
  const total = sums.reduce(added, nothing);
  const otherRefundCents = sold.refundCents - total.refunded_cents;
  return {
    total,
    days: sums.map(({ nth, ...rest }) => ({ day: nights[nth]?.day ?? from, ...rest })),
    otherRefundCents,
    feesLostCents: refunds.fees_cents,
    refundedPouredCents: otherRefundCents + refunds.poured_cents,
    compCents: drinks.reduce((cents, row) => cents + listPriceOfComps(row), 0),
  };
}

/**
 * List price of the free glasses of a drink, in cents. The list prices are those of glasses that are not refunded: a free
 * glass is refunded when its order was charged a tip.
 */
export function listPriceOfComps({
  comp_glasses: comps,
  glasses,
  refunded_glasses: refunded,
  list_cents: cents,
}: Awaited<ReturnType<typeof readDrinkSums>>[number]): number {
  const left = glasses - refunded;
  return left === 0 ? 0 : Math.round((cents * Math.min(comps, left)) / left);
}

const nothing: CaseSums = {
  cases: 0,
  charged_cents: 0,
  returned_cents: 0,
  remade_cents: 0,
  open_cents: 0,
  kept_cents: 0,
  goodwill_cents: 0,
  refunded_cents: 0,
};

const added = (a: CaseSums, b: CaseSums): CaseSums => ({
  cases: a.cases + b.cases,
  charged_cents: a.charged_cents + b.charged_cents,
  returned_cents: a.returned_cents + b.returned_cents,
  remade_cents: a.remade_cents + b.remade_cents,
  open_cents: a.open_cents + b.open_cents,
  kept_cents: a.kept_cents + b.kept_cents,
  goodwill_cents: a.goodwill_cents + b.goodwill_cents,
  refunded_cents: a.refunded_cents + b.refunded_cents,
});
