/** Digest of a week or a month as data, and the mail that brings the CSV of the sales report. */
import { formatCents } from '../../lib/money.ts';
import { dayName } from '../../lib/day-name.ts';
import { addFigures } from '../compare/figures.ts';
import { spanText } from '../nights/night-text.ts';
import { closeOutMessages, venuesText } from './close-out-messages.ts';
import {
  caseSections,
  drinkSections,
  figureRows,
  grossText,
  type MailRow,
  type MailText,
  type Period,
  type PeriodOfVenue,
  section,
  signedChange,
  type SoldOfPeriod,
} from './periods.ts';

export interface DaysOfMail {
  readonly from: string;
  readonly to: string;
}

/** `Mon, Jun 8 to Sun, Jun 14`. */
export const daysText = ({ from, to }: DaysOfMail): string =>
  from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`;

/** Sum over venues; an average counts where a venue has one. */
export function totalOf(venues: readonly PeriodOfVenue[]): Period {
  const sum = (name: 'owedCents' | 'returnedCents') =>
    venues.reduce((all, one) => all + one[name], 0);
  const before = venues.flatMap((one) => one.before ?? []);
  const averages = venues.flatMap(({ average }) => average ?? []);
  return {
    figures: addFigures(venues.map(({ figures }) => figures)),
    before: before.length === 0 ? null : addFigures(before),
    average:
      averages.length === 0
        ? null
        : {
            figures: addFigures(averages.map(({ figures }) => figures)),
            nights: Math.max(...averages.map(({ nights }) => nights)),
          },
    drinks: drinksOf(venues),
    owedCents: sum('owedCents'),
    returnedCents: sum('returnedCents'),
    comps: {
      glasses: venues.reduce((all, { comps }) => all + comps.glasses, 0),
      listCents: venues.reduce((all, { comps }) => all + comps.listCents, 0),
    },
    differing: [...new Set(venues.flatMap(({ differing }) => differing))],
  };
}

/** Drinks of the same name together, best first. */
function drinksOf(venues: readonly PeriodOfVenue[]): SoldOfPeriod[] {
  const byName = new Map<string, SoldOfPeriod>();
  for (const drink of venues.flatMap(({ drinks }) => drinks)) {
    const known = byName.get(drink.name);
    const usual =
      known?.usual == null && drink.usual === null
        ? null
        : (known?.usual ?? 0) + (drink.usual ?? 0);
    byName.set(drink.name, {
      name: drink.name,
      quantity: (known?.quantity ?? 0) + drink.quantity,
      amountCents: (known?.amountCents ?? 0) + drink.amountCents,
      usual,
    });
  }
  return [...byName.values()].sort(
    (a, b) =>
      b.quantity - a.quantity || b.amountCents - a.amountCents || a.name.localeCompare(b.name),
  );
}

function venueRow({ venueName, figures, before, differing }: PeriodOfVenue): MailRow {
  if (differing.includes('grossCents'))
    return { label: venueName, value: closeOutMessages.beingChecked };
  return {
    label: venueName,
    value: formatCents(figures.grossCents),
    ...(before ? { note: signedChange(figures.grossCents, before.grossCents, formatCents) } : {}),
  };
}

const headed = (venues: readonly PeriodOfVenue[], days: DaysOfMail, total: Period) => {
  const name = venuesText(venues.map(({ venueName }) => venueName));
  const isEmpty = total.figures.orders === 0;
  const nights = venues[0]?.nights ?? [];
  const [first, last] = [nights[0], nights.at(-1)];
  const span = first && last ? spanText({ ...last, startMs: first.startMs }) : '';
  const zones = [
    ...new Set(venues.flatMap((one) => (one.isCalendarDay ? (one.nights[0]?.timezone ?? []) : []))),
  ];
  return {
    subject: isEmpty
      ? closeOutMessages.emptySubject(name, daysText(days))
      : closeOutMessages.subject(name, daysText(days), grossText(total)),
    title: `${name}, ${daysText(days)}`,
    span: zones.length === 0 ? span : closeOutMessages.calendarDay(zones.join(', '), span),
    corrections: [],
    warnings: [],
    nothingSold: isEmpty ? closeOutMessages.nothingSold : null,
  };
};

/** Puts the digest of a week or a month into words. */
export function digestText(
  venues: readonly PeriodOfVenue[],
  days: DaysOfMail,
  every: 'week' | 'month',
): MailText {
  const total = totalOf(venues);
  const isEmpty = total.figures.orders === 0;
  const heading = closeOutMessages.periodFigures(
    every,
    total.before !== null,
    total.average !== null,
  );
  return {
    ...headed(venues, days, total),
    sections: [
      ...section(heading, isEmpty ? [] : figureRows(total)),
      ...section(closeOutMessages.venues, venues.length < 2 || isEmpty ? [] : venues.map(venueRow)),
      ...(isEmpty ? [] : drinkSections(total)),
      ...caseSections(total),
      ...section(
        closeOutMessages.withoutSales,
        isEmpty
          ? []
          : venues.flatMap(({ venueName, daysWithoutSales }) =>
              daysWithoutSales.length === 0
                ? []
                : [{ label: venueName, value: daysWithoutSales.map(dayName).join('; ') }],
            ),
      ),
    ],
  };
}

/**
 * Puts the mail with the CSV of the sales report into words.
 * @param attached name of the file; null where it is too large for a mail
 */
export function csvMailText(
  venue: PeriodOfVenue & { readonly venueId: string },
  days: DaysOfMail,
  attached: string | null,
): MailText {
  const address = new URLSearchParams({ venue: venue.venueId, from: days.from, to: days.to });
  return {
    ...headed([venue], days, venue),
    sections: [
      ...section(
        closeOutMessages.csvFigures,
        venue.figures.orders === 0 ? [] : figureRows({ ...venue, before: null, average: null }),
      ),
      attached === null
        ? {
            heading: closeOutMessages.csv,
            rows: [{ label: closeOutMessages.csvTooLarge, value: closeOutMessages.signIn }],
            link: {
              text: closeOutMessages.salesReport,
              path: `/salesreports?${address.toString()}`,
            },
          }
        : {
            heading: closeOutMessages.csv,
            rows: [{ label: closeOutMessages.attached, value: attached }],
          },
    ],
  };
}

interface MailedView {
  readonly venueName: string;
  readonly name: string;
  /** Names of the figures: `Sales by drink`. */
  readonly heading: string;
  readonly rows: readonly MailRow[];
  /** Rows that only the file has. */
  readonly more: number;
  readonly total: string;
  readonly fileName: string;
}

/** Mail of a saved breakdown, with its first rows. */
export function viewMailText(
  { venueName, name, heading, rows, more, total, fileName }: MailedView,
  days: DaysOfMail,
): MailText {
  const isEmpty = rows.length === 0;
  return {
    subject: closeOutMessages.viewSubject(venueName, name, daysText(days)),
    title: `${venueName}, ${name}`,
    span: daysText(days),
    corrections: [],
    warnings: [],
    nothingSold: isEmpty ? closeOutMessages.nothingSold : null,
    sections: isEmpty
      ? []
      : [
          {
            heading,
            rows: [
              ...rows,
              ...(more === 0 ? [] : [{ label: closeOutMessages.moreRows(more), value: '' }]),
              { label: closeOutMessages.total, value: total },
            ],
            link: { text: closeOutMessages.viewOnScreen, path: '/reports' },
          },
          {
            heading: closeOutMessages.csv,
            rows: [{ label: closeOutMessages.attached, value: fileName }],
          },
        ],
  };
}
