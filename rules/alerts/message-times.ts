/** When messages about alerts are sent: quiet hours, and several alerts in one message. */
import { firstInstantFrom, offsetMsAt } from '../../lib/wall-clock.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A person gets at most one message in this time; the next one has all that came meanwhile. */
export const mergedMs = 5 * minuteMs;

interface Quiet {
  readonly quiet: { readonly fromMinutes: number; readonly toMinutes: number } | null;
  readonly timezone: string;
}

/**
 * End of the quiet hours that hold at a time; null outside of them. They go by the clock of the time zone, so they are
 * an hour shorter or longer in a night in which clocks change; an end that clocks skip is the time of the jump.
 * @param ms epoch milliseconds
 */
export function endOfQuiet({ quiet, timezone }: Quiet, ms: number): number | null {
  if (quiet === null) return null;
  const wallMs = ms + offsetMsAt(ms, timezone);
  const midnight = Math.floor(wallMs / dayMs) * dayMs;
  const minutes = (wallMs - midnight) / minuteMs;
  const { fromMinutes, toMinutes } = quiet;
  const isOverMidnight = fromMinutes > toMinutes;
  const isQuiet = isOverMidnight
    ? minutes >= fromMinutes || minutes < toMinutes
    : minutes >= fromMinutes && minutes < toMinutes;
  if (!isQuiet) return null;
  const endDay = isOverMidnight && minutes >= fromMinutes ? midnight + dayMs : midnight;
  const endMs = firstInstantFrom(endDay + toMinutes * minuteMs, timezone);
  return endMs > ms ? endMs : null;
}

/** A message that is planned, and when its alert was acknowledged, snoozed or resolved; null for never. */
export interface PlannedMessage {
  readonly dueMs: number;
  readonly isHeld: boolean;
  readonly endedMs: number | null;
}

/** Messages about what has ended before are not sent, except in the summary after quiet hours. */
const isSentAt = ({ isHeld, endedMs }: PlannedMessage, ms: number): boolean =>
  isHeld || endedMs === null || endedMs >= ms;

/**
 * Times of the messages that one person gets, several alerts in one.
 * @param planned of one person, in any order
 */
export function messageTimes(planned: readonly PlannedMessage[]): number[] {
  const times: number[] = [];
  const inOrder = [...planned].sort((one, other) => one.dueMs - other.dueMs);
  for (const message of inOrder) {
    const last = times.at(-1);
    const earliestMs = last === undefined ? message.dueMs : last + mergedMs;
    // The last message is still to be sent, and has it.
    if (last !== undefined && message.dueMs <= last) continue;
    const atMs = Math.max(message.dueMs, earliestMs);
    if (isSentAt(message, atMs)) times.push(atMs);
  }
  return times;
}
