/** Causes of alerts in words, where they are not findings about units. Without times of the clock: not every venue has one. */
import { type CaseCause, causeText, drinksText } from '../cases/case-text.ts';
import { durationText } from '../health/health-messages.ts';

const countText = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${more}`;

export const causeTexts = {
  out: (ingredient: string) => `${ingredient} is out`,
  outSoon: (ingredient: string, inMs: number) =>
    `${ingredient} is likely out in ${durationText(inMs)}, before close`,
  low: (ingredient: string, percent: number) => `${ingredient} is at ${percent}%`,
  failures: (cause: CaseCause, { glasses, forMs }: { glasses: number; forMs: number }) =>
    `${causeText(cause)}: ${drinksText(glasses)} in ${durationText(forMs)}`,
  refundStuck: (count: number) =>
    `${countText(count, 'refund has', 'refunds have')} not gone through for over an hour`,
  refusedSales: (count: number) =>
    `${countText(count, 'sale is', 'sales are')} refused; take or dismiss ${count === 1 ? 'it' : 'them'}`,
  refundCap: 'Automatic refunds have reached their cap for tonight; refund the rest by hand',
  revokedKey: 'A revoked key is still in use; its requests are refused',
  messages: (count: number) =>
    `${countText(count, 'message', 'messages')} could not be delivered in the last 24 hours`,
} as const;
