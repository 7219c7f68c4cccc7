/** A strip of hours in words. */
import { timeThereText } from '../nights/night-text.ts';
import { durationText } from './health-messages.ts';
import { hourMs, type Spell } from './unit-strip.ts';

export interface StripActivity {
  readonly orders: readonly number[];
  /** Absent where they are not counted. */
  readonly glasses?: readonly number[];
  readonly failed: readonly number[];
}

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);

const salesText = (orders: number): string =>
  orders === 0 ? 'no sales' : orders === 1 ? '1 sale' : `${orders.toLocaleString('en-US')} sales`;

function failedText(failed: number, glasses: number | undefined): string[] {
  if (failed === 0) return [];
  const count = failed.toLocaleString('en-US');
  if (glasses !== undefined)
    return [`${count} of ${glasses.toLocaleString('en-US')} drinks failed`];
  return [failed === 1 ? '1 drink failed' : `${count} drinks failed`];
}

/** Milliseconds without contact within a range. */
export const offlineMs = (
  spells: readonly Spell[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): number =>
  spells.reduce(
    (sum, { fromMs, untilMs }) =>
      sum + Math.max(0, Math.min(untilMs ?? endMs, endMs) - Math.max(fromMs, startMs)),
    0,
  );

const offlineText = (ms: number): string[] => (ms === 0 ? [] : [`offline for ${durationText(ms)}`]);

/** `84 sales, 3 of 120 drinks failed, offline for 2 h 5 min`, of a strip that ends now or earlier. */
export function stripText(
  { orders, glasses, failed }: StripActivity,
  offline: readonly Spell[],
  { startMs, nowMs }: { readonly startMs: number; readonly nowMs: number },
): string {
  const endMs = Math.min(nowMs, startMs + orders.length * hourMs);
  return [
    salesText(sumOf(orders)),
    ...failedText(sumOf(failed), glasses && sumOf(glasses)),
    ...offlineText(offlineMs(offline, { startMs, endMs })),
  ].join(', ');
}

/** `9:00 PM to 10:00 PM: 12 sales, 1 of 14 drinks failed`; an hour to come has only its times. */
export function hourText(
  { orders, glasses, failed }: StripActivity,
  offline: readonly Spell[],
  at: {
    readonly nth: number;
    readonly startMs: number;
    readonly nowMs: number;
    readonly timezone: string;
  },
): string {
  const startMs = at.startMs + at.nth * hourMs;
  const endMs = startMs + hourMs;
  const times = `${timeThereText(startMs, at.timezone)} to ${timeThereText(endMs, at.timezone)}`;
  if (startMs > at.nowMs) return times;
  const words = [
    salesText(orders[at.nth] ?? 0),
    ...failedText(failed[at.nth] ?? 0, glasses && (glasses[at.nth] ?? 0)),
    ...offlineText(offlineMs(offline, { startMs, endMs: Math.min(endMs, at.nowMs) })),
  ];
  return `${times}: ${words.join(', ')}`;
}
