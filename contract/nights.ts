/** Clock, opening hours and business days (nights) of a venue. */
import { z } from 'zod';
import { dateMessages } from '../lib/time-in-zone.ts';
import { nightMessages } from '../rules/nights/night-messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, optionalLine, plainText, pointInTime, timeOut } from './fields.ts';

export const badDay = 'Use a date such as 2026-11-01';

/** A business day. */
export const day = z
  .string({ error: badDay })
  .regex(/^\d{4}-\d{2}-\d{2}$/, badDay)
  .refine((text) => {
    const ms = Date.parse(`${text}T00:00:00Z`);
    return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
  }, badDay)
  .refine((text) => text >= '2000-01-01' && text < '2100-01-01', 'Use a date from 2000 to 2099');

/** Local time of a business day, which goes on after 24:00. */
const clockTime = z
  .string({ error: nightMessages.badTime })
  .regex(/^\d{2}:\d{2}$/, nightMessages.badTime);

/** Time zone (IANA name) and local time at which a business day starts, in force from a business day on. */
const clock = z.object({ timezone: z.string(), startsAt: z.string(), from: z.string() });

/** Days of a venue or one of its units. */
export const daysOfUnit = z
  .object({
    unitId: id.optional(),
    /** First and last day, both included: business days of the venue, or calendar days of the time zone. */
    from: day,
    to: day,
    timezone: plainText(64).optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: dateMessages.daysReversed });

/** A business day: `start` belongs to it, `end` to the next. A day without time has 0 hours. */
export const night = z.object({
  day: z.string(),
  start: timeOut,
  end: timeOut,
  /** 23 or 25 where clocks change, up to two decimals. */
  hours: z.number(),
  timezone: z.string(),
  closed: z.boolean(),
  special: z.boolean(),
  note: z.string(),
  /** True for the night that is not over. */
  running: z.boolean(),
});

const clockOfVenue = z.object({
  /** In force tonight; null for a venue without a clock, whose days are calendar days. */
  clock: clock.nullable(),
  /** All clocks, oldest first. The first also holds for the days before it. */
  history: z.array(clock),
  /** Single nights that ended at another time than the clock says. */
  ends: z.array(z.object({ day: z.string(), endsAt: timeOut })),
  tonight: night.nullable(),
  /** Orders of the last 56 days by the hour on the clock of the venue, 24 of them. */
  ordersByHour: z.array(z.number()),
  /** Zone of these hours. */
  hoursIn: z.string(),
  /** Start that would divide fewer evenings, such as 05:00; null where the present one is good, or the zone is not known. */
  suggestion: z.string().nullable(),
});

export const getClock = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/clock',
  summary: 'When the business day of a venue starts, and when it sells',
  permission: 'reports.read',
  /** Zone of ordersByHour and of the suggestion while the venue has no clock; without one, hours are of UTC. */
  query: z.object({ timezone: plainText(64).optional() }),
  responses: { 200: clockOfVenue },
});

/** Of a new venue: its days are calendar days without a zone, and start at 04:00 unless startsAt says otherwise. */
export const newClockFields = {
  timezone: plainText(64).optional(),
  /** A half hour from 00:00 to 12:00. */
  startsAt: plainText(10).optional(),
};

export const updateClock = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/clock',
  summary:
    'Set the clock from a business day on: that of today, or a later one; super admins also an earlier one',
  permission: 'settings.write',
  body: z.object({
    timezone: plainText(64),
    /** A half hour from 00:00 to 12:00. */
    startsAt: plainText(10),
    from: day.optional(),
  }),
  responses: { 200: clockOfVenue },
});

/** Hours of a business day, 0 being Sunday: 16:00 to 26:00 ends at 2 AM of the next day. At most 36:00. */
const hours = z.object({
  weekday: z.number({ error: 'Use a day from 0 to 6' }).int().min(0).max(6),
  opens: clockTime,
  closes: clockTime,
});
const hoursOfVenue = z.object({ hours: z.array(hours) });

export const getHours = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/hours',
  summary: 'Opening hours of a venue by the weekday of its business day',
  permission: 'reports.read',
  responses: { 200: hoursOfVenue },
});

export const updateHours = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/hours',
  summary: 'Replace the opening hours of a venue; a weekday that is left out is closed',
  permission: 'settings.write',
  body: z.object({ hours: z.array(hours).max(21) }),
  responses: { 200: hoursOfVenue },
});

export const listNights = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/nights',
  summary:
    'Business days of a venue, both included, at most 4,000; none for a venue without a clock',
  permission: 'reports.read',
  query: z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: dateMessages.daysReversed }),
  responses: { 200: z.array(night) },
});

export const updateNight = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/nights/{day}',
  summary: 'Change one business day: when it ended, and if it was closed or special',
  permission: 'settings.write',
  params: { day },
  /** Fields left out stay as they are; endsAt null ends the night as the clock says. */
  body: z
    .object({
      endsAt: pointInTime.nullable(),
      closed: z.boolean(),
      special: z.boolean(),
      note: optionalLine(200),
    })
    .partial(),
  responses: { 200: night },
});
