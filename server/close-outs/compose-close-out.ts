import type { Db } from '../../db/tables/tables.ts';
import { type CloseOutMail, closeOutMail } from '../../rules/close-out/close-out-mail.ts';
import { closeOutText } from '../../rules/close-out/close-out.ts';
import { daysOfCorrections } from '../../rules/close-out/corrections.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { type Night, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import { profileUrl } from '../users/queue-security-mail.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { type ReadCloseOut, readCloseOut, type StatedPeriod } from './read-close-out.ts';
import {
  listLastTellings,
  type SubscriptionRow,
  type TellingRow,
} from './subscriptions.queries.ts';

/** Nights of a subscription: those of the venue, or calendar days of the chosen zone where it has no clock. */
export interface SubscribedNights {
  /** Null for a venue without a clock. */
  own: NightRules | null;
  calendar: NightRules;
}

export async function findSubscribedNights(
  db: Db,
  venueId: string,
  { timezone }: Pick<SubscriptionRow, 'timezone'>,
): Promise<SubscribedNights> {
  return { own: await findNightRules(db, venueId), calendar: calendarDays(timezone) };
}

export interface ComposedCloseOut extends ReadCloseOut {
  mail: CloseOutMail;
  /** Address that ends the subscription with one POST; null where the server does not know its own. */
  unsubscribeUrl: string | null;
}

/**
 * Composes the close-out of a night for a subscription.
 * @param db in the scope of the venue
 * @param tellings last statements about the nights before
 */
export async function composeCloseOut(
  db: Db,
  {
    venue,
    nights,
    night,
    token,
    tellings,
  }: {
    venue: Pick<VenueRow, 'id' | 'name'>;
    nights: SubscribedNights;
    night: Night;
    token: string;
    tellings: readonly TellingRow[];
  },
  { nowMs, publicUrl }: { nowMs: number; publicUrl: string | null },
): Promise<ComposedCloseOut> {
  const subject = { venueId: venue.id, venueName: venue.name, night };
  const read = await readCloseOut(
    db,
    { ...subject, rules: nights.own, calendar: nights.calendar },
    tellings.map(periodOf),
    nowMs,
  );
  return {
    ...read,
    mail: closeOutMail(closeOutText(read.closeOut, nowMs), profileUrl(publicUrl)),
    unsubscribeUrl:
      publicUrl === null ? null : `${publicUrl}/api/report-subscriptions/unsubscribe/${token}`,
  };
}

/** Statements that the close-out of a night may correct. */
export const tellingsBefore = (
  db: Db,
  subscriptionId: string,
  night: Night,
): Promise<TellingRow[]> =>
  listLastTellings(db, subscriptionId, shiftDay(night.day, -daysOfCorrections));

const numbers = (json: Record<string, unknown>): Record<string, number> =>
  Object.fromEntries(Object.entries(json).map(([name, value]) => [name, Number(value)]));

function periodOf({ period, version, told, upto }: TellingRow): StatedPeriod {
  const { startMs = 0, endMs = 0, grossCents = 0, refundCents = 0, taxCents = 0 } = numbers(told);
  return {
    day: period,
    version,
    range: { startMs, endMs },
    stated: { grossCents, refundCents, taxCents },
    orders: numbers(upto),
  };
}
