/** When the close-out of a night is sent: a delay after its end, by the clock of the venue. */
import { firstInstantFrom, offsetMsAt } from '../../lib/wall-clock.ts';
import { type Night, nightAt, nightOf, type NightRules, shiftDay } from '../nights/nights.ts';

const minuteMs = 60_000;
/** A day that a zone change leaves out has no night. */
const mostDaysApart = 3;

export interface Sending {
  readonly night: Night;
  readonly atMs: number;
}

/**
 * First instant from which the clock reads the end of the night plus the delay; the instant of the jump for a time that
 * the clock skips. Where an end in the second pass of a repeated hour would lead to its first pass, the delay is elapsed
 * time.
 */
export function sendingOf(night: Night, delayMinutes: number): Sending {
  const { endMs, timezone } = night;
  const delayMs = delayMinutes * minuteMs;
  const byClock = firstInstantFrom(endMs + offsetMsAt(endMs, timezone) + delayMs, timezone);
  return { night, atMs: byClock >= endMs ? byClock : endMs + delayMs };
}

/** Nights around an instant that have any time, in their order. */
function sendingsAround(rules: NightRules, delayMinutes: number, ms: number): Sending[] {
  const { day } = nightAt(rules, ms);
  const days = Array.from({ length: 2 * mostDaysApart + 1 }, (_, nth) =>
    shiftDay(day, nth - mostDaysApart),
  );
  return days
    .map((each) => nightOf(rules, each))
    .filter(({ startMs, endMs }) => startMs < endMs)
    .map((night) => sendingOf(night, delayMinutes));
}

/** Latest night whose close-out is due at this instant. */
export const lastSending = (rules: NightRules, delayMinutes: number, ms: number): Sending | null =>
  sendingsAround(rules, delayMinutes, ms).findLast(({ atMs }) => atMs <= ms) ?? null;

/** First night whose close-out is due after this instant. */
export function nextSending(rules: NightRules, delayMinutes: number, ms: number): Sending {
  const found = sendingsAround(rules, delayMinutes, ms).find(({ atMs }) => atMs > ms);
  if (!found) throw new RangeError('Nights do not end');
  return found;
}
