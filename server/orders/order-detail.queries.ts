/** An order as a whole: its sale, pours and refunds. */
import { personName } from '../../rules/users/person-name.ts';
import type { Db } from '../../db/tables/tables.ts';
import { getSale, type OrderRef, type RefundNote, type SaleRow } from './orders.queries.ts';

export interface PourRow {
  drink_index: number;
  /** Null for an ingredient that no longer exists. */
  ingredient: string | null;
  position: number;
  ml: number;
  ms: number;
  outcome: string;
}

export interface ShownRefund {
  drink_index: number;
  state: 'requested' | 'refunded' | 'failed';
  /** Null for the whole line. */
  glasses: number | null;
  amount_cents: number;
  provider: 'stripe' | 'shift4' | 'demo' | 'cash' | 'unsent';
  error: string | null;
  /** Name of the person; null for one that no person requested. */
  requested_by: string | null;
  requested_at: Date;
  settled_at: Date | null;
}

export interface OrderDetail {
  sale: SaleRow & { drinks: { refund: RefundNote | null }[] };
  pours: PourRow[];
  /** Oldest first. */
  refunds: ShownRefund[];
}

export async function readOrderDetail(db: Db, { venue_id, id }: OrderRef): Promise<OrderDetail> {
  const sale = await getSale(db, venue_id, id);
  const pours = await db
    .selectFrom('pours')
    .leftJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'pours.venue_id')
        .onRef('ingredients.id', '=', 'pours.ingredient_id'),
    )
    .select(['pours.drink_index', 'pours.position', 'pours.ml', 'pours.ms', 'pours.outcome'])
    .select('ingredients.name as ingredient')
    .where('pours.venue_id', '=', venue_id)
    .where('pours.order_id', '=', id)
    .orderBy('pours.drink_index')
    .orderBy('pours.pour_index')
    .execute();
  const requested = await db
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'refunds.requested_by')
    .select(['refunds.drink_index', 'refunds.state', 'refunds.amount_cents', 'refunds.provider'])
    .select('refunds.glasses')
    .select(['refunds.error', 'refunds.requested_at', 'refunds.settled_at'])
    .select(['users.name', 'users.first_name', 'users.last_name'])
    .where('refunds.venue_id', '=', venue_id)
    .where('refunds.order_id', '=', id)
    .orderBy('refunds.requested_at')
    .orderBy('refunds.id')
    .execute();
  const refunds = requested.map(({ name, first_name, last_name, ...refund }) => ({
    ...refund,
    requested_by: name === null ? null : personName({ name, first_name, last_name }),
  }));
  const drinks = sale.drinks.map((drink) => ({
    ...drink,
    refund: refundNote(refunds, drink.drink_index),
  }));
  return { sale: { ...sale, drinks }, pours, refunds };
}

/** The note on a drink's last refund, as in the sales report: one that is pending, else the one that was settled last. */
function refundNote(refunds: readonly ShownRefund[], drinkIndex: number): RefundNote | null {
  const [last] = refunds
    .filter((refund) => refund.drink_index === drinkIndex)
    .toReversed()
    .toSorted((one, other) => settledMs(other) - settledMs(one) || rank(one) - rank(other));
  if (!last) return null;
  if (last.state !== 'refunded') return last.state;
  return last.provider === 'cash' || last.provider === 'unsent' ? last.provider : null;
}

const settledMs = ({ settled_at }: ShownRefund): number => settled_at?.getTime() ?? Infinity;

const rank = ({ state }: ShownRefund): number => (state === 'failed' ? 1 : 0);
