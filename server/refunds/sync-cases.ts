import type { Tx } from '../../db/tables/tables.ts';
import { caseAfter, type CaseState } from '../../rules/cases/case-state.ts';
import { listLiveRefunds } from './refunds.queries.ts';
import { getSale } from '../orders/orders.queries.ts';
import { refundedCents, refundedPart } from '../shared/refunded-part.ts';
import { type CaseRow, listCasesOf, updateCase } from '../orders/pour-cases.queries.ts';
import { owedOf } from '../orders/open-cases.ts';

/**
 * Brings the cases of an order up to date with its refunds, in the transaction that changes these: their states, and
 * what is owed, since the tip moves between the drinks. The caller holds the unit's lock.
 * @param by account that requested the refund; null where it is not known
 */
export async function syncCases(
  db: Tx,
  order: { venue_id: string; id: string },
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  const cases = await listCasesOf(db, order);
  if (cases.length === 0) return;
  const sale = await getSale(db, order.venue_id, order.id);
  const live = await listLiveRefunds(db, order.venue_id, order.id);
  for (const row of cases) {
    const drink = sale.drinks.find(({ drink_index }) => drink_index === row.drink_index);
    if (!drink) continue;
    const isRefunded = refundedPart(drink).glasses >= row.failed_glasses;
    const isRequested = live.some(
      ({ drink_index, state }) => drink_index === row.drink_index && state === 'requested',
    );
    const after = caseAfter(
      stateOf(row),
      isRefunded ? 'refunded' : isRequested ? 'requested' : 'paid',
    );
    const isSame = after.state === row.state && after.resolution === row.resolution;
    await updateCase(db, row, {
      owed_cents: owedOf(drink, sale),
      refunded_cents: refundedCents(drink),
      ...(!isSame && {
        ...after,
        settled_by: after.state === 'open' ? null : by,
        settled_at: after.state === 'resolved' ? at : null,
      }),
    });
  }
}

/** Throws for a row that its constraints exclude. */
export function stateOf({ state, resolution }: CaseRow): CaseState {
  if (state !== 'resolved') return { state, resolution: null };
  if (resolution === null) throw new Error('A resolved case has a resolution');
  return { state, resolution };
}
