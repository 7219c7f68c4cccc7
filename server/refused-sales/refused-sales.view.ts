import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import type { ReadItem, ReadOrder } from './read-refused-orders.ts';

type Wire = ResponseOf<Endpoints['settleRefusedSale']>;

export function refusedSaleView({ refused, order }: ReadOrder): Wire {
  return {
    id: refused.id,
    unitId: refused.unit_id,
    unitNumber: refused.unit_number,
    unitName: refused.unit_name,
    firstAt: refused.first_at.toISOString(),
    lastAt: refused.last_at.toISOString(),
    times: refused.times,
    status: refused.status,
    field: refused.field,
    message: refused.message,
    soldAt: order?.date?.toISOString() ?? null,
    drinks: order?.items.map(drinkView) ?? [],
    amount: order ? amountOf(order.items) : null,
    state: refused.state,
    canBeTaken: order !== null,
  };
}

const drinkView = ({ item, listed }: ReadItem): Wire['drinks'][number] => ({
  name: listed?.name ?? null,
  quantity: item.quantity,
  isDouble: item.isDouble,
  charged: item.price ?? null,
  listed: listed && toDollars(listed.unitPriceCents),
});

function amountOf(items: readonly ReadItem[]): number | null {
  let cents = 0;
  for (const { item } of items) {
    if (item.price === undefined) return null;
    cents += toCents(item.price) * item.quantity;
  }
  return toDollars(cents);
}
