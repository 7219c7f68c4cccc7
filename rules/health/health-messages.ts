/** Messages about the health of units. */
import type { MaintenanceReason } from './maintenance-reasons.ts';
import { timeThereText } from '../nights/night-text.ts';

const minuteMs = 60_000;
const [hour, day] = [60, 24 * 60];

/** `14 min`, `2 h 5 min`, `3 days`. */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < hour) return `${minutes} min`;
  if (minutes >= 2 * day) return `${Math.floor(minutes / day).toLocaleString('en-US')} days`;
  const rest = minutes % hour;
  return `${Math.floor(minutes / hour)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

const missingText = (missing: number): string =>
  missing < 1
    ? ''
    : `; about ${missing === 1 ? '1 sale is' : `${missing.toLocaleString('en-US')} sales are`} missing`;

/** `2.5%` of 0.025; no decimals from 10 % on. */
export const percentText = (share: number): string =>
  `${(100 * share).toFixed(share === 0 || share >= 0.1 ? 0 : 1)}%`;

/** `9:14 PM` in the zone of the venue; `9:14 PM UTC` in an alert of a venue that has not set one. */
const timeText = (ms: number, timezone: string): string =>
  timezone === 'UTC' ? `${timeThereText(ms, timezone)} UTC` : timeThereText(ms, timezone);

export const healthMessages = {
  offline: (ms: number, missing: number) => `Offline ${durationText(ms)}${missingText(missing)}`,
  silent: (ms: number, missing: number) => `No sale for ${durationText(ms)}${missingText(missing)}`,
  allSilent: (sinceMs: number, timezone: string) => `No sales since ${timeText(sinceMs, timezone)}`,
  allOffline: (units: number) => `; none of the ${units} units is online`,
  failing: ({ failed, glasses, usual }: { failed: number; glasses: number; usual: number }) =>
    `${failed} of the last ${glasses} drinks failed (usually ${percentText(usual)})`,
  readerOffline: 'Its card reader is offline',
  noPaidSale: (ms: number) =>
    `No paid sale for ${durationText(ms)}, while free ones go on: check its card reader`,
  clock: (shownMs: number, nowMs: number, timezone: string) =>
    `Its clock shows ${timeText(shownMs, timezone)}; it is ${timeText(nowMs, timezone)}`,
  oldMenu: (sinceMs: number, timezone: string) =>
    `Has shown an old menu since ${timeText(sinceMs, timezone)}`,
  returned: (sinceMs: number, timezone: string, sales: number) =>
    `Online again since ${timeText(sinceMs, timezone)}; ${sales === 1 ? '1 sale' : `${sales.toLocaleString('en-US')} sales`} arrived late`,
  maintenanceEnded: (fromMs: number, untilMs: number, timezone: string) =>
    `In maintenance from ${timeText(fromMs, timezone)} to ${timeText(untilMs, timezone)}; it ended by itself`,
  inMaintenance: (untilMs: number, timezone: string, reason: MaintenanceReason) =>
    [
      `In maintenance until ${timeText(untilMs, timezone)}`,
      ...(reason === 'other' ? [] : [reason]),
    ].join(' · '),
  online: 'Online',
  never: 'No contact yet',
  badReason: 'Use cleaning, repair, moved or other',
  badMinutes: 'Use 5 minutes to 12 hours',
} as const;

// Messages about a unit whose sales have wrong dates.

const dayMs = 24 * 60 * minuteMs;

/** Clocks differ by seconds; a sale dated further ahead than this comes from a clock that is wrong. */
export const aheadAfterMs = 10 * minuteMs;

/**
 * Message about a sale that is dated ahead, or has an impossible date; null when the dates are right.
 * @param dates in epoch milliseconds; null when there is none
 */
export function aheadText(
  { aheadMs, impossibleMs }: { aheadMs: number | null; impossibleMs: number | null },
  nowMs: number,
): string | null {
  if (impossibleMs !== null)
    return `Its last sale is dated ${new Date(impossibleMs).toISOString().slice(0, 10)}: check its clock`;
  if (aheadMs === null || aheadMs - nowMs <= aheadAfterMs) return null;
  const ahead = aheadMs - nowMs;
  const [count, unit] =
    ahead < 60 * minuteMs
      ? [Math.floor(ahead / minuteMs), 'minute']
      : ahead < dayMs
        ? [Math.floor(ahead / (60 * minuteMs)), 'hour']
        : [Math.floor(ahead / dayMs), 'day'];
  return `A sale is dated ${count} ${unit}${count === 1 ? '' : 's'} ahead: check its clock`;
}
