/** Figures of the periods that mails are about, as rows of the mail. */
import { formatCents } from '../../lib/money.ts';
import { ratioText } from '../compare/compare-text.ts';
import { changeOf, type Figures } from '../compare/figures.ts';
import type { Night } from '../nights/nights.ts';
import { closeOutMessages } from './close-out-messages.ts';

/** Drinks that a mail lists. */
export const mostDrinks = 5;

export interface SoldOfPeriod {
  readonly name: string;
  readonly quantity: number;
  readonly amountCents: number;
  /** Quantity of the nights that an average counts; null without any. */
  readonly usual: number | null;
}

type CheckedFigure = Exclude<keyof Figures, 'averagePriceCents'>;

/** Sales of some nights; amounts in cents. */
export interface Period {
  readonly figures: Figures;
  /** Same weekdays a week before, or the month before; null where nothing was sold then. */
  readonly before: Figures | null;
  /** Mean of the same weekdays of the four weeks before; nights is the most that a night is compared with. */
  readonly average: { readonly figures: Figures; readonly nights: number } | null;
  /** Best first; then those that were sold in the nights of the average only. */
  readonly drinks: readonly SoldOfPeriod[];
  /** For drinks that were paid for and not poured. */
  readonly owedCents: number;
  readonly returnedCents: number;
  /** Glasses that were free. */
  readonly comps: { readonly glasses: number; readonly listCents: number };
  /** Figures that differ between sums and sales. */
  readonly differing: readonly CheckedFigure[];
}

export interface PeriodOfVenue extends Period {
  readonly venueName: string;
  /** True for a venue without a clock: nights are calendar days of a zone. */
  readonly isCalendarDay: boolean;
  readonly nights: readonly Night[];
  readonly daysWithoutSales: readonly string[];
}

export interface MailRow {
  readonly label: string;
  readonly value: string;
  /** Change against what it is compared with; absent where there is none. */
  readonly note?: string;
}

export interface MailSection {
  readonly heading: string;
  readonly rows: readonly MailRow[];
  /** Page with all of it. */
  readonly link?: { readonly text: string; readonly path: string };
}

/** Texts of a mail; plain text and HTML have the same. */
export interface MailText {
  readonly subject: string;
  /** What the mail is about. */
  readonly title: string;
  /** From when to when. */
  readonly span: string;
  readonly corrections: readonly string[];
  /** What may be missing from the figures. */
  readonly warnings: readonly string[];
  /** The only text where nothing was sold. */
  readonly nothingSold: string | null;
  readonly sections: readonly MailSection[];
}

export const countText = (count: number): string => count.toLocaleString('en-US');

/** `+$80.00 (+400%)`. */
export function signedChange(
  current: number,
  other: number,
  text: (amount: number) => string,
): string {
  const { by, ratio } = changeOf(current, other);
  if (by === 0) return closeOutMessages.same;
  return closeOutMessages.change(
    by > 0,
    text(Math.abs(by)),
    ratio === null ? null : ratioText(ratio),
  );
}

/** Note of a row, which has nothing to be compared with in some periods. */
function noteOf(
  name: keyof Figures,
  { figures, before, average }: Period,
  text: (amount: number) => string,
): Pick<MailRow, 'note'> {
  const parts = [
    ...(before ? [signedChange(figures[name], before[name], text)] : []),
    ...(average
      ? [closeOutMessages.fromAverage(signedChange(figures[name], average.figures[name], text))]
      : []),
  ];
  return parts.length === 0 ? {} : { note: parts.join('; ') };
}

export function figureRows(period: Period): MailRow[] {
  const { figures, differing } = period;
  const row = (name: CheckedFigure, isAmount: boolean): MailRow => {
    const label = closeOutMessages.labels[name];
    if (differing.includes(name)) return { label, value: closeOutMessages.beingChecked };
    return {
      label,
      value: isAmount ? formatCents(figures[name]) : countText(figures[name]),
      ...noteOf(name, period, isAmount ? formatCents : countText),
    };
  };
  return [
    row('grossCents', true),
    row('salesCents', true),
    row('taxCents', true),
    row('tipCents', true),
    row('refundCents', true),
    row('orders', false),
    row('servings', false),
    {
      label: closeOutMessages.books,
      value:
        differing.length === 0
          ? closeOutMessages.booksAgree(figures.orders)
          : closeOutMessages.booksChecked,
    },
  ];
}

/** Gross volume for a subject. */
export const grossText = ({ figures, differing }: Period): string =>
  differing.includes('grossCents')
    ? closeOutMessages.beingChecked
    : formatCents(figures.grossCents);

/** The drink that fell most against its average, by glasses; null where none fell by a glass. */
export function fallenDrink(
  drinks: readonly SoldOfPeriod[],
): (SoldOfPeriod & { usual: number }) | null {
  const fell = drinks.flatMap((drink) =>
    drink.usual !== null && drink.usual - drink.quantity >= 1
      ? [{ ...drink, usual: drink.usual }]
      : [],
  );
  return fell.reduce<(typeof fell)[number] | null>(
    (most, one) =>
      most === null || one.usual - one.quantity > most.usual - most.quantity ? one : most,
    null,
  );
}

export function drinkSections({ drinks }: Period): MailSection[] {
  const best = drinks.filter(({ quantity }) => quantity > 0).slice(0, mostDrinks);
  const fell = fallenDrink(drinks);
  return [
    ...section(
      closeOutMessages.drinks,
      best.map((drink) => ({
        label: drink.name,
        value: `${countText(drink.quantity)} · ${formatCents(drink.amountCents)}`,
      })),
    ),
    ...section(
      closeOutMessages.fell,
      fell === null
        ? []
        : [
            {
              label: fell.name,
              value: countText(fell.quantity),
              note: closeOutMessages.fromAverage(
                signedChange(fell.quantity, Math.round(fell.usual * 10) / 10, countText),
              ),
            },
          ],
    ),
  ];
}

/** What is owed and was returned, and what was free. */
export function caseSections({ owedCents, returnedCents, comps }: Period): MailSection[] {
  return [
    ...section(
      closeOutMessages.failedPours,
      owedCents === 0 && returnedCents === 0
        ? []
        : [
            { label: closeOutMessages.owed, value: formatCents(owedCents) },
            { label: closeOutMessages.returned, value: formatCents(returnedCents) },
          ],
    ),
    ...section(
      closeOutMessages.comps,
      comps.glasses === 0
        ? []
        : [
            {
              label: closeOutMessages.glasses(comps.glasses),
              value: closeOutMessages.listPrice(formatCents(comps.listCents)),
            },
          ],
    ),
  ];
}

/** A section, unless it has no row. */
export const section = (
  heading: string,
  rows: readonly MailRow[],
  link?: MailSection['link'],
): MailSection[] => (rows.length === 0 ? [] : [{ heading, rows, ...(link ? { link } : {}) }]);
