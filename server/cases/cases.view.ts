import type { EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import { refundTarget } from '../../rules/refunds/refund.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { CaseSums, GroupSums, NamedCase } from './cases.queries.ts';
import type { ReadCase } from './read-cases.ts';

type CaseView = EndpointResponse<'resolveCase'>;
type GroupView = EndpointResponse<'listCases'>['groups'][number];

/** What and where a case and its group have in common. */
const placeView = (row: NamedCase) => ({
  unitId: row.unit_id,
  unitNumber: row.unit_number,
  unitName: row.unit_name,
  cause: row.cause,
  position: row.position,
  ingredient: row.ingredient,
});

export function caseView(one: ReadCase): CaseView {
  const { row, sale, drink, pours, refund, refundCents, wholeCents, refundedGlasses } = one;
  return {
    id: row.id,
    groupId: row.group_id,
    orderId: row.order_id,
    drinkIndex: row.drink_index,
    drinkId: drink.id,
    ...placeView(row),
    soldAt: row.sold_at.toISOString(),
    drink: drink.name,
    isDouble: drink.is_double,
    quantity: drink.quantity,
    failedGlasses: row.failed_glasses,
    refundedGlasses: refundedGlasses,
    returned: toDollars(row.refunded_cents),
    paid: toDollars(drink.price_cents * drink.quantity + drink.tax_cents + drink.tip_cents),
    owed: toDollars(owedCents(row)),
    pours: pours.map((pour) => ({
      ingredient: pour.ingredient,
      position: pour.position,
      ml: pour.ml,
      wantedMl: requestedMl(drink, pour.ingredient_id),
      ms: pour.ms,
      outcome: pour.outcome,
    })),
    state: row.state,
    resolution: row.resolution,
    refundTo: refundTarget(sale.payment_id, sale.payment_provider),
    cardLast4: sale.card_last4,
    refund: refund && {
      amount: toDollars(refund.amount_cents),
      state: refund.state,
      error: refund.error,
    },
    refundAmount: toDollars(refundCents),
    wholeLine: {
      amount: toDollars(wholeCents),
      beyondOwed: toDollars(Math.max(0, wholeCents - owedCents(row))),
    },
    automatic: row.automatic_at !== null && row.resolution !== null && row.settled_by === null,
    note: row.note,
    settledAt: row.settled_at?.toISOString() ?? null,
    settledBy: row.settler && personName(row.settler),
  };
}

/** Cents that are still owed for a case, or were owed for what its resolution settled: of some, a part was refunded. */
const owedCents = ({ resolution, owed_cents, refunded_cents }: NamedCase): number =>
  resolution === 'refunded' ? owed_cents : Math.max(0, owed_cents - refunded_cents);

/** Millilitres that the unit was to pour of an ingredient of the drink, as of its sale; null where that is not known. */
function requestedMl(
  { ingredient_ids, serving_ml, is_double }: ReadCase['drink'],
  ingredientId: string,
): number | null {
  const serving = serving_ml[ingredient_ids.indexOf(ingredientId)];
  return serving === undefined ? null : serving * (is_double ? 2 : 1);
}

/** Views of the groups of a page, in its order. */
export function groupViews(page: readonly NamedCase[], sums: readonly GroupSums[]): GroupView[] {
  const first = new Map(page.toReversed().map((row) => [row.group_id, row]));
  const byId = new Map(sums.map((sum) => [sum.group_id, sum]));
  return [...new Set(page.map((row) => row.group_id))].flatMap((id) => {
    const [row, sum] = [first.get(id), byId.get(id)];
    if (!row || !sum) return [];
    return {
      id,
      ...placeView(row),
      cases: sum.cases,
      glasses: sum.glasses,
      owed: toDollars(sum.owed_cents),
      from: sum.first_at.toISOString(),
      to: sum.last_at.toISOString(),
    };
  });
}

export const ledgerView = (sums: CaseSums) => ({
  cases: sums.cases,
  charged: toDollars(sums.charged_cents),
  returned: toDollars(sums.returned_cents),
  remade: toDollars(sums.remade_cents),
  owed: toDollars(sums.open_cents),
  kept: toDollars(sums.kept_cents),
  goodwill: toDollars(sums.goodwill_cents),
});
