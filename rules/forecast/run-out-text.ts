import { timeThereText } from '../nights/night-text.ts';

interface Times {
  /** Epoch milliseconds, or null beyond the range. */
  readonly earliestMs: number | null;
  readonly likelyMs: number | null;
  readonly latestMs?: number | null;
}

/** When an ingredient runs out: `Likely out at 10:40 PM (10:05 PM to 11:30 PM)`; `Out` for one that is. */
export function runOutText(
  { earliestMs, likelyMs, latestMs = null }: Times,
  isOut: boolean,
  timezone: string,
): string {
  if (isOut) return 'Out';
  const text = (ms: number): string => timeThereText(ms, timezone);
  if (earliestMs === null) return 'May run out at the very end';
  if (likelyMs === null) return `May run out from ${text(earliestMs)} on`;
  const span =
    latestMs === null ? `${text(earliestMs)} or later` : `${text(earliestMs)} to ${text(latestMs)}`;
  return `Likely out at ${text(likelyMs)} (${span})`;
}
