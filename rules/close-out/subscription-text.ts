/** Subscriptions in words. */
import type { Sending } from './sending-times.ts';

/** `an hour after it ends`. */
export function delayText(minutes: number): string {
  if (minutes === 0) return 'when it ends';
  if (minutes === 30) return 'half an hour after it ends';
  if (minutes === 60) return 'an hour after it ends';
  if (minutes % 60 === 0) return `${minutes / 60} hours after it ends`;
  return `${minutes} minutes after it ends`;
}

/** `5:00 AM EST`. */
export function sendingTimeText({ night, atMs }: Sending): string {
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: night.timezone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return time.format(atMs).replaceAll('\u202F', ' ');
}

/** `Every night of Rooftop Bar, an hour after it ends (5:00 AM EST)`. */
export const subscriptionText = (
  {
    venueName,
    delayMinutes,
    isCalendarDay,
  }: {
    venueName: string;
    delayMinutes: number;
    isCalendarDay: boolean;
  },
  next: Sending,
): string =>
  `Every ${isCalendarDay ? 'day' : 'night'} of ${venueName}, ${delayText(delayMinutes)} (${sendingTimeText(next)})`;
