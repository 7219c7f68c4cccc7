/** Texts of close-outs and their subscriptions. */
import type { Schedule, Sending } from './sending-times.ts';
import { dayName } from '../../lib/day-name.ts';
import { weekdayNames } from '../../lib/weekdays.ts';

const salesText = (sales: number): string => `${sales} late ${sales === 1 ? 'sale' : 'sales'}`;

export const closeOutMessages = {
  labels: {
    grossCents: 'Gross volume',
    salesCents: 'Sales',
    taxCents: 'Taxes',
    tipCents: 'Tips',
    refundCents: 'Refunds',
    orders: 'Orders',
    servings: 'Servings',
    averagePriceCents: 'Average price',
  },
  subject: (venue: string, day: string, gross: string) => `${venue}, ${day}: ${gross}`,
  emptySubject: (venue: string, day: string) => `${venue}, ${day}: no sales`,
  nothingSold: 'Nothing was sold.',
  calendarDay: (timezone: string, span: string) =>
    `${span}. This venue has no clock: a night is a calendar day in ${timezone}.`,
  figures: (weekday: string | null, average: string | null) =>
    [
      'The night',
      ...(weekday === null ? [] : [`and the change from the ${weekday} before`]),
      ...(average === null ? [] : [`and from ${average}`]),
    ].join(', '),
  periodFigures: (every: 'week' | 'month', before: boolean, average: boolean) =>
    [
      `The ${every}`,
      ...(before ? [`and the change from the ${every} before`] : []),
      ...(average ? ['and from the average of the same weekdays in four weeks before'] : []),
    ].join(', '),
  venues: 'By venue, gross volume',
  withoutSales: 'Nights without a sale',
  csvFigures: 'Totals',
  csv: 'CSV of the sales report',
  attached: 'Attached',
  csvTooLarge: 'Not attached: larger than 10 MB, which email servers refuse',
  signIn: 'Sign in to download it',
  salesReport: 'Sales report of these days',
  /** `the average of 3 Saturdays`. */
  averageOf: (nights: number, weekday: string) =>
    nights === 1 ? `one ${weekday}` : `the average of ${nights} ${weekday}s`,
  fromAverage: (change: string) => `${change} from the average`,
  beingChecked: 'being checked',
  books: 'Books',
  booksAgree: (sales: number) =>
    `${sales.toLocaleString('en-US')} ${sales === 1 ? 'sale' : 'sales'}, books agree`,
  booksChecked: 'Figures that do not agree are being checked',
  same: 'unchanged',
  change: (isMore: boolean, amount: string, ratio: string | null) =>
    `${isMore ? '+' : '−'}${amount}${ratio === null ? '' : ` (${ratio})`}`,
  drinks: 'Best drinks',
  fell: 'Fell most',
  comps: 'Free drinks',
  glasses: (glasses: number) =>
    `${glasses.toLocaleString('en-US')} ${glasses === 1 ? 'glass' : 'glasses'}`,
  listPrice: (amount: string) => `${amount} at list price`,
  refill: 'To refill',
  more: (count: number) => `${count} more`,
  allRefills: (units: number) =>
    units === 0
      ? 'Refill list'
      : `Refill list, with ${units} more ${units === 1 ? 'unit' : 'units'}`,
  failedPours: 'Drinks that were not poured',
  owed: 'Owed',
  returned: 'Returned',
  out: 'Out of',
  offline: (unit: string, when: string) =>
    `${unit} has not been heard since ${when}; its sales may be missing.`,
  lateSales: (sales: number, unit: string) => `${salesText(sales)} of ${unit}`,
  dayOf: (day: string) => dayName(day),
  refundsChanged: (amount: string) => `refunds ${amount}`,
  taxesChanged: (amount: string) => `taxes ${amount}`,
  correction: (day: string, change: string, late: readonly string[]) =>
    `${day}: ${change} since we wrote${late.length === 0 ? '' : ` (${late.join(', ')})`}`,
  correctionSubject: (venue: string) => `${venue}: figures changed since we wrote`,
  correctionTitle: (venue: string) => `${venue}, corrections`,
  correctionSpan: 'The sales report has all figures as they are now.',
  manage: 'Change or stop these emails:',
  unknownDelay: 'Use 0 to 720 minutes',
  tooMany: (most: number) => `At most ${most} email reports can be set up`,
  already: 'This report is sent to you already',
  badTime: 'Use a time such as 09:00',
  badWeekday: 'Use a weekday from 0, Sunday, to 6',
  oneVenue: 'This report is about one venue',
  needsView: 'Choose a saved view of this venue',
  viewSubject: (venue: string, view: string, days: string) => `${venue}, ${view}: ${days}`,
  total: 'Total',
  moreRows: (rows: number) => `${rows} more in the file`,
  viewOnScreen: 'Breakdown on Reports',
  needsTime: 'Choose a time of day',
  eitherTime: 'Use a delay or a time of day',
} as const;

// Subscriptions in words.

/** `an hour after it ends`. */
export function delayText(minutes: number): string {
  if (minutes === 0) return 'when it ends';
  if (minutes === 30) return 'half an hour after it ends';
  if (minutes === 60) return 'an hour after it ends';
  if (minutes % 60 === 0) return `${minutes / 60} hours after it ends`;
  return `${minutes} minutes after it ends`;
}

/** `5:00 AM EST`. */
export function sendingTimeText({ timezone, atMs }: Sending): string {
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return time.format(atMs).replaceAll('\u202F', ' ');
}

/** `9:00 AM`. */
export function timeOfDayText(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `Rooftop Bar and 2 more`. */
export function venuesText(names: readonly string[]): string {
  const [first = '', second, ...more] = names;
  if (second === undefined) return first;
  return `${first} and ${1 + more.length} more`;
}

interface Described {
  readonly kind: 'closeout' | 'weekly' | 'monthly' | 'csv' | 'view';
  /** Name of the saved breakdown, of the kind view. */
  readonly viewName?: string | undefined;
  readonly venueNames: readonly string[];
  readonly schedule: Schedule;
  readonly isCalendarDay: boolean;
}

/**
 * `Every night of Rooftop Bar, an hour after it ends (5:00 AM EST)`, `Every Monday at 9:00 AM, Rooftop Bar and 2 more`.
 */
export function subscriptionText(
  { kind, viewName, venueNames, schedule, isCalendarDay }: Described,
  next: Sending,
): string {
  const { every, atMinutes, delayMinutes, weekday } = schedule;
  const names = venuesText(venueNames);
  const more =
    kind === 'csv' ? ', with the CSV' : viewName === undefined ? '' : `, with “${viewName}”`;
  const time = timeOfDayText(atMinutes ?? 0);
  if (every === 'week') return `Every ${weekdayNames[weekday ?? 0]} at ${time}, ${names}${more}`;
  if (every === 'month') return `On the first of each month at ${time}, ${names}`;
  const when =
    atMinutes === null
      ? `${delayText(delayMinutes ?? 0)} (${sendingTimeText(next)})`
      : `at ${time}`;
  return `Every ${isCalendarDay ? 'day' : 'night'} of ${names}, ${when}${more}`;
}
