/** Texts of close-outs and their subscriptions. */
import { dayName } from '../compare/compare-text.ts';

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
  figures: (weekday: string | null) =>
    weekday === null ? 'The night' : `The night, and the change from the ${weekday} before`,
  same: 'unchanged',
  change: (isMore: boolean, amount: string, ratio: string | null) =>
    `${isMore ? '+' : '−'}${amount}${ratio === null ? '' : ` (${ratio})`}`,
  drinks: 'Best drinks',
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
  manage: 'Change or stop these mails:',
  unknownDelay: 'Use 0 to 720 minutes',
  needsTimezone: 'Choose a time zone: this venue has no clock',
  tooMany: (most: number) => `At most ${most} mails can be set up`,
  already: 'This venue’s close-out is mailed to you already',
} as const;
