/** The key of an order: one for all tries of it, so that it is recorded once whatever became of the answers. */
import type { NewOrder } from '../../api/orders.ts';

/** Also where the page is served without TLS, where the browser makes no UUIDs. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

let lastTry: { readonly order: string; readonly key: string } | null = null;

/** The same key for the same order until it is settled, also when its dialog was closed and filled in again. */
export function keyOf(order: NewOrder): string {
  const text = JSON.stringify(order);
  if (lastTry?.order !== text) lastTry = { order: text, key: newKey() };
  return lastTry.key;
}

/** The order was recorded: the next one is another, even if it reads the same. */
export function settleOrder(): void {
  lastTry = null;
}
