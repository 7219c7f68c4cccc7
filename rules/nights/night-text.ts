/** Nights and times of a venue's clock as text. */
import type { Night } from './nights.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${timeZone} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(key, known);
  // Some platforms put a narrow no-break space before AM and PM, others a normal space.
  return (ms: number): string => known.format(ms).replaceAll('\u202f', ' ');
}

/** `5:00 AM` of minutes after midnight, those of the next day included. */
export const timeOfDayText = (minutes: number): string => timeThereText(minutes * 60_000, 'UTC');

/** `9:14 PM` in the zone. */
export const timeThereText = (ms: number, timezone: string): string =>
  format(timezone, 'time', { hour: 'numeric', minute: '2-digit' })(ms);

/** `Jun 12` in the zone. */
export const dayThereText = (ms: number, timezone: string): string =>
  format(timezone, 'day', { month: 'short', day: 'numeric' })(ms);

/** `Fri 5:00 AM`. */
export function weekdayTimeText(ms: number, timezone: string): string {
  const weekday = format(timezone, 'weekday', { weekday: 'short' })(ms);
  return `${weekday} ${timeThereText(ms, timezone)}`;
}

/** `Fri, Jun 12, 5:00 AM EDT`. */
const exactText = (ms: number, timezone: string): string =>
  format(timezone, 'exact', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })(ms);

/** `Fri, Jun 12, 5:00 AM EDT to Sat, Jun 13, 5:00 AM EDT`. */
export const spanText = ({
  startMs,
  endMs,
  timezone,
}: Pick<Night, 'startMs' | 'endMs' | 'timezone'>): string =>
  `${exactText(startMs, timezone)} to ${exactText(endMs, timezone)}`;

/** `Friday's night runs from Fri 5:00 AM to Sat 5:00 AM.` */
export const runsText = (startsMinutes: number): string => {
  const time = timeOfDayText(startsMinutes);
  return `Friday’s night runs from Fri ${time} to Sat ${time}.`;
};

/** Texts about the live night. */
export const liveMessages = {
  tooMany: 'Too many screens of yours show the night already. Close one of them',
};

// Limits and messages of wall displays.

/** Wall displays of a venue that are in use at once. */
export const mostWalls = 50;

/** Shown where a wall display is added, and on one that is refused. */
export const wallMessages = {
  unknown: 'This screen has no access any more. Add it again under Live, Wall displays',
  noLabel: 'Name the screen, such as Bar left',
  tooMany: `A venue has at most ${mostWalls} screens. Revoke one first`,
} as const;
