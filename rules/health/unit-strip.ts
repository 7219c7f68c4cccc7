/** What a unit did hour by hour: sales, glasses, failures, and the times without contact. */
import type { ContactState } from './contact-state.ts';

export const hourMs = 3_600_000;
/** Hours of the strip of a venue, the running one included. */
export const stripHours = 24;

export interface Spell {
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
export function offlineSpells(
  ended: readonly (Spell & { readonly untilMs: number })[],
  { state, lastContactMs }: { readonly state: ContactState; readonly lastContactMs: number | null },
  outage: Outage | null,
): Spell[] {
  const spells: Spell[] = ended.filter(
    ({ fromMs, untilMs }) =>
      outage === null || untilMs <= outage.fromMs || fromMs >= outage.untilMs,
  );
  if (state === 'offline' && lastContactMs !== null)
    spells.push({ fromMs: lastContactMs, untilMs: null });
  return spells;
}

/** Parts of an hour, from 0 to 1, in which there was no contact. */
export function offlineShare(spells: readonly Spell[], startMs: number, nowMs: number): number {
  const endMs = Math.min(startMs + hourMs, nowMs);
  let ms = 0;
  for (const { fromMs, untilMs } of spells)
    ms += Math.max(0, Math.min(untilMs ?? nowMs, endMs) - Math.max(fromMs, startMs));
  return Math.min(1, ms / hourMs);
}
