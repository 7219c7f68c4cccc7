/** What a unit did hour by hour: sales, glasses, failures, and the times without contact. */
import type { ContactState } from './contact-state.ts';
import { durationText } from './health-messages.ts';
import { reasonText, type MaintenanceReason } from './maintenance-reasons.ts';
import { timeThereText } from '../nights/night-text.ts';

export const hourMs = 3_600_000;
/** Hours of the strip of a venue, the running one included. */
export const stripHours = 24;

export interface Interval {
  readonly fromMs: number;
  /** Null for one that has not ended. */
  readonly untilMs: number | null;
}

/** First whole hours of UTC of a strip that ends with the running hour. */
export function stripStartMs(nowMs: number): number {
  return Math.floor(nowMs / hourMs) * hourMs - (stripHours - 1) * hourMs;
}

/** Hours of UTC that begin within a range. */
export function hoursWithin({
  startMs,
  endMs,
}: {
  readonly startMs: number;
  readonly endMs: number;
}): number[] {
  const first = Math.ceil(startMs / hourMs);
  const count = Math.max(0, Math.ceil(endMs / hourMs) - first);
  return Array.from({ length: count }, (_, nth) => (first + nth) * hourMs);
}

/** A time in which the server was down. */
export interface Outage {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Times without contact, oldest first: those that are stored, and the one that lasts. One that overlaps an outage of the
 * server is not of the unit.
 * @param state by the rhythm of the unit
 */
export function offlineIntervals(
  ended: readonly (Interval & { readonly untilMs: number })[],
  { state, lastContactMs }: { readonly state: ContactState; readonly lastContactMs: number | null },
  outage: Outage | null,
): Interval[] {
  const intervals: Interval[] = ended.filter(
    ({ fromMs, untilMs }) =>
      outage === null || untilMs <= outage.fromMs || fromMs >= outage.untilMs,
  );
  if (state === 'offline' && lastContactMs !== null)
    intervals.push({ fromMs: lastContactMs, untilMs: null });
  return intervals;
}

/** Parts of an hour, from 0 to 1, in which there was no contact. */
export function offlineShare(
  intervals: readonly Interval[],
  startMs: number,
  nowMs: number,
): number {
  const endMs = Math.min(startMs + hourMs, nowMs);
  let ms = 0;
  for (const { fromMs, untilMs } of intervals)
    ms += Math.max(0, Math.min(untilMs ?? nowMs, endMs) - Math.max(fromMs, startMs));
  return Math.min(1, ms / hourMs);
}

// A strip of hours in words.

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
  intervals: readonly Interval[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): number =>
  intervals.reduce(
    (sum, { fromMs, untilMs }) =>
      sum + Math.max(0, Math.min(untilMs ?? endMs, endMs) - Math.max(fromMs, startMs)),
    0,
  );

const offlineText = (ms: number): string[] => (ms === 0 ? [] : [`offline for ${durationText(ms)}`]);

/** `84 sales, 3 of 120 drinks failed, offline for 2 h 5 min`, of a strip that ends now or earlier. */
export function stripText(
  { orders, glasses, failed }: StripActivity,
  offline: readonly Interval[],
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
  offline: readonly Interval[],
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

/** What happened to a unit, as messages. */
export const unitEventKinds = [
  'offline',
  'maintenanceStarted',
  'maintenanceEnded',
  'refused',
  'refilled',
  'supportNote',
] as const;
export type UnitEventKind = (typeof unitEventKinds)[number];

export interface UnitEvent {
  readonly atMs: number;
  readonly kind: UnitEventKind;
  readonly text: string;
}

export interface Maintenance {
  readonly fromMs: number;
  /** In the future for one that is running. */
  readonly untilMs: number;
  readonly reason: MaintenanceReason;
  /** Who began it; null where that is not known. */
  readonly begunBy: string | null;
  readonly isEnded: boolean;
  /** Who ended it; null where that is not known. */
  readonly endedBy: string | null;
}

interface Refusal {
  readonly atMs: number;
  readonly times: number;
  readonly message: string;
}

interface Refill {
  readonly atMs: number;
  readonly names: readonly string[];
}

/** A note that the support has shared. */
interface Note {
  readonly atMs: number;
  readonly note: string;
}

export interface UnitPast {
  readonly offline: readonly Interval[];
  readonly maintenance: readonly Maintenance[];
  readonly refusals: readonly Refusal[];
  readonly refills: readonly Refill[];
  readonly notes: readonly Note[];
}

/** In place of the name of a person. */
export const unitItself = 'the unit';

const mostEvents = 100;
const by = (name: string | null): string => (name === null ? '' : ` by ${name}`);

/** Events of a unit, newest first, at most 100. A time without contact is an event at its begin. */
export function unitEvents(past: UnitPast, nowMs: number, timezone: string): UnitEvent[] {
  const events: UnitEvent[] = [
    ...past.offline.map((interval) => ({
      atMs: interval.fromMs,
      kind: 'offline' as const,
      text: offlineEventText(interval, nowMs, timezone),
    })),
    ...past.maintenance.flatMap((entry) => maintenanceEvents(entry, nowMs, timezone)),
    ...past.refusals.map(({ atMs, times, message }) => ({
      atMs,
      kind: 'refused' as const,
      text: `A sale was refused${times === 1 ? '' : ` ${times} times`}: ${message}`,
    })),
    ...past.refills.map(({ atMs, names }) => ({
      atMs,
      kind: 'refilled' as const,
      text: `Refilled: ${names.join(', ')}`,
    })),
    ...past.notes.map(({ atMs, note }) => ({
      atMs,
      kind: 'supportNote' as const,
      text: `Note from support: ${note}`,
    })),
  ];
  return events.toSorted((one, other) => other.atMs - one.atMs).slice(0, mostEvents);
}

const offlineEventText = ({ fromMs, untilMs }: Interval, nowMs: number, timezone: string): string =>
  untilMs === null
    ? `Offline since ${timeThereText(fromMs, timezone)}, for ${durationText(nowMs - fromMs)}`
    : `Offline for ${durationText(untilMs - fromMs)}, until ${timeThereText(untilMs, timezone)}`;

function maintenanceEvents(
  { fromMs, untilMs, reason, begunBy, isEnded, endedBy }: Maintenance,
  nowMs: number,
  timezone: string,
): UnitEvent[] {
  const isOver = untilMs <= nowMs;
  const until = isOver ? '' : `, until ${timeThereText(untilMs, timezone)}`;
  const begun: UnitEvent = {
    atMs: fromMs,
    kind: 'maintenanceStarted',
    text: `Paused for maintenance${by(begunBy)}${reasonText(reason)}${until}`,
  };
  if (!isOver) return [begun];
  const text = isEnded ? `Maintenance ended${by(endedBy)}` : 'Maintenance ended by itself';
  return [begun, { atMs: untilMs, kind: 'maintenanceEnded', text }];
}
