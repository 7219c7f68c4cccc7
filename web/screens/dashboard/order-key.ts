/** Idempotency key of an order: the same for all attempts, so that it is recorded once even when responses are lost. */
import { newKey } from '../../api/new-key.ts';
import type { NewOrder } from '../../api/orders.ts';

let lastTry: { readonly order: string; readonly key: string } | null = null;

/**
 * Returns the same key for the same order until it is recorded, even when its dialog was closed and filled in again.
 */
export function keyOf(order: NewOrder): string {
  const text = JSON.stringify(order);
  if (lastTry?.order !== text) lastTry = { order: text, key: newKey() };
  return lastTry.key;
}

/** Discards the key after the order was recorded, so that an identical next order is a new one. */
export function settleOrder(): void {
  lastTry = null;
}
