import { type CloseOutMail, closeOutMail } from '../../rules/close-out/close-out-mail.ts';
import { closeOutText, daysOfCorrections } from '../../rules/close-out/close-out.ts';
import { csvMailText, digestText, totalOf } from '../../rules/close-out/digest.ts';
import type { MailText } from '../../rules/close-out/periods.ts';
import type { Schedule, Sending } from '../../rules/close-out/sending-times.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { nightOf, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import { csvFileName } from '../../rules/reports/sales-csv.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { venueFlags } from '../adapters/flags/port.ts';
import { readAttachment } from '../reports/download-sales-csv.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import {
  type Correction,
  type NewStatement,
  readCloseOut,
  type ReadDeps,
  type StatedPeriod,
  statedOf,
} from './read-close-out.ts';
import { readMailedView } from './mailed-view.ts';
import { readPeriod } from './read-period.ts';
import {
  listLastReportedFigures,
  type SubscriptionRow,
  type ReportedFiguresRow,
} from './close-outs.queries.ts';

export type ComposeDeps = ReadDeps & { publicUrl: string | null };

/** Venue of a subscription, with its nights: calendar days of the chosen zone where it has no clock. */
export interface SubscribedVenue {
  venue: VenueRow;
  /** Null for a venue without a clock. */
  own: NightRules | null;
  calendar: NightRules;
}

export async function withNightRules(
  db: ReadDeps['db'],
  venue: VenueRow,
  { timezone }: Pick<SubscriptionRow, 'timezone'>,
): Promise<SubscribedVenue> {
  return { venue, own: await findNightRules(db, venue.id), calendar: calendarDays(timezone) };
}

export const rulesOf = (venues: readonly SubscribedVenue[]): NightRules[] =>
  venues.map(({ own, calendar }) => own ?? calendar);

export const scheduleOf = ({
  kind,
  delay_minutes: delayMinutes,
  at_minutes: atMinutes,
  weekday,
}: Pick<SubscriptionRow, 'kind' | 'delay_minutes' | 'at_minutes' | 'weekday'>): Schedule => ({
  every: kind === 'monthly' ? 'month' : weekday === null ? 'night' : 'week',
  delayMinutes,
  atMinutes,
  weekday,
});

/** Period of a statement: a day, or the first and the last. */
export const periodOf = ({ from, to }: Pick<Sending, 'from' | 'to'>): string =>
  from === to ? from : `${from}/${to}`;

export interface ComposedMail {
  mail: CloseOutMail;
  attachment: { name: string; content: string } | null;
  statement: NewStatement;
  corrections: Correction[];
  /** Whether nothing was sold. */
  isEmpty: boolean;
}

/**
 * Composes the mail of a subscription about some days.
 * @param venues in the scope of the subscriber, at least one
 * @param reportedFigures last statements about the nights before
 */
export async function composeMail(
  deps: ComposeDeps,
  row: SubscriptionRow,
  venues: readonly SubscribedVenue[],
  sending: Sending,
  reportedFigures: readonly ReportedFiguresRow[],
): Promise<ComposedMail> {
  const [first] = venues;
  if (!first) throw new Error('A mail is about a venue');
  if (row.kind === 'closeout') return composeCloseOut(deps, first, sending, reportedFigures);
  if (row.kind === 'csv') return composeCsv(deps, row, first, sending);
  if (row.kind === 'view') return composeView(deps, row, first, sending);
  return composeDigest(deps, row, venues, sending);
}

/** The text as a mail with the addresses of this server. */
export const mailOf = ({ publicUrl }: Pick<ComposeDeps, 'publicUrl'>, text: MailText) =>
  closeOutMail(text, { publicUrl, manageUrl: `${publicUrl ?? ''}/profile?tab=notifications` });

async function composeCloseOut(
  deps: ComposeDeps,
  { venue, own, calendar }: SubscribedVenue,
  { to }: Sending,
  reportedFigures: readonly ReportedFiguresRow[],
): Promise<ComposedMail> {
  const night = nightOf(own ?? calendar, to);
  const subject = { venueId: venue.id, venueName: venue.name, own, calendar, night };
  const { closeOut, ...read } = await readCloseOut(
    deps,
    subject,
    reportedFigures.map(statedPeriod),
  );
  return {
    ...read,
    attachment: null,
    mail: mailOf(deps, closeOutText(closeOut, deps.now().getTime())),
    isEmpty: closeOut.period.figures.orders === 0,
  };
}

async function composeDigest(
  deps: ComposeDeps,
  row: SubscriptionRow,
  venues: readonly SubscribedVenue[],
  sending: Sending,
): Promise<ComposedMail> {
  const every = row.kind === 'monthly' ? 'month' : 'week';
  const periods = [];
  for (const subscribed of venues)
    periods.push(await readOne(deps, subscribed, sending, every === 'month' ? 'month' : 'weekday'));
  const { figures } = totalOf(periods.map(({ period }) => period));
  return {
    mail: mailOf(
      deps,
      digestText(
        periods.map(({ period }) => period),
        sending,
        every,
      ),
    ),
    attachment: null,
    statement: {
      day: periodOf(sending),
      range: spanOf(periods.map(({ range }) => range)),
      ...statedOf(
        figures,
        periods.flatMap(({ units }) => units),
      ),
    },
    corrections: [],
    isEmpty: figures.orders === 0,
  };
}

async function composeCsv(
  deps: ComposeDeps,
  { user_id: userId }: SubscriptionRow,
  subscribed: SubscribedVenue,
  sending: Sending,
): Promise<ComposedMail> {
  const { venue } = subscribed;
  const { period, range, units } = await readOne(deps, subscribed, sending, 'weekday');
  const flags = await deps.flags.flagsOn(venueFlags(venue));
  const as = { timezone: sending.timezone, feesReported: !flags.has(flagNamed.paxShift4) };
  const scope = { venueId: venue.id, unitId: null };
  const content = await readAttachment(deps.reads, userId, scope, range, as);
  const name = csvFileName(sending.from, sending.to);
  const text = csvMailText(
    { ...period, venueId: venue.id },
    sending,
    content === null ? null : name,
  );
  return {
    mail: mailOf(deps, text),
    attachment: content === null ? null : { name, content },
    statement: { day: periodOf(sending), range, ...statedOf(period.figures, units) },
    corrections: [],
    isEmpty: period.figures.orders === 0,
  };
}

/** Its days by name are those of the last night that has ended; nights that it does not have are not stated. */
async function composeView(
  deps: ComposeDeps,
  row: SubscriptionRow,
  subscribed: SubscribedVenue,
  sending: Sending,
): Promise<ComposedMail> {
  const { period, range, units } = await readOne(deps, subscribed, sending, 'weekday');
  const { text, isEmpty, ...mailed } = await readMailedView(deps, row, subscribed, sending);
  return {
    mail: mailOf(deps, text),
    attachment: isEmpty ? null : mailed.attachment,
    statement: { day: periodOf(sending), range, ...statedOf(period.figures, units) },
    corrections: [],
    isEmpty,
  };
}

const readOne = (
  { db }: ComposeDeps,
  { venue, own, calendar }: SubscribedVenue,
  { from, to }: Sending,
  against: 'weekday' | 'month',
) =>
  readPeriod(db, {
    venueId: venue.id,
    venueName: venue.name,
    own,
    calendar,
    days: { from, to },
    against,
  });

const spanOf = (ranges: readonly TimeRange[]): TimeRange => ({
  startMs: Math.min(...ranges.map(({ startMs }) => startMs)),
  endMs: Math.max(...ranges.map(({ endMs }) => endMs)),
});

/** Statements about the period, and those that its mail may correct. */
export const reportedBefore = (
  db: ReadDeps['db'],
  subscriptionId: string,
  { from, to }: Pick<Sending, 'from' | 'to'>,
): Promise<ReportedFiguresRow[]> => {
  const oldest = shiftDay(to, -daysOfCorrections);
  return listLastReportedFigures(db, subscriptionId, from < oldest ? from : oldest);
};

const numbers = (json: Record<string, unknown>): Record<string, number> =>
  Object.fromEntries(Object.entries(json).map(([name, value]) => [name, Number(value)]));

export function statedPeriod({ period, version, told, upto }: ReportedFiguresRow): StatedPeriod {
  const { startMs = 0, endMs = 0, grossCents = 0, refundCents = 0, taxCents = 0 } = numbers(told);
  return {
    day: period,
    version,
    range: { startMs, endMs },
    stated: { grossCents, refundCents, taxCents },
    orders: numbers(upto),
  };
}
