import { splitCents } from '../../lib/split-cents.ts';
import type { OrderedDrinkRow } from './orders.queries.ts';

/** Distributes a processing fee over the drinks of a sale by line price. */
export function withFees(drinks: readonly OrderedDrinkRow[], feeCents: number): OrderedDrinkRow[] {
  const shares = splitCents(
    feeCents,
    drinks.map((drink) => drink.price_cents * drink.quantity),
  );
  return drinks.map((drink, index) => ({ ...drink, fee_cents: shares[index] ?? 0 }));
}
