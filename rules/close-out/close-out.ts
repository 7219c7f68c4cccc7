/** Close-out of a night as data, in the order of its mail. */
import { formatCents } from '../../lib/money.ts';
import { dayName, weekdayOf } from '../compare/compare-text.ts';
import { changeOf, type Figures } from '../compare/figures.ts';
import { ratioText, shortCents } from '../compare/compare-text.ts';
import { spanText, timeThereText } from '../nights/night-text.ts';
import type { Night } from '../nights/nights.ts';
import { type NamedUnit, unitInText } from '../units/unit-names.ts';
import { closeOutMessages } from './close-out-messages.ts';

/** Drinks that a close-out lists. */
export const mostDrinks = 5;

export interface CloseOut {
  readonly venueName: string;
  readonly night: Night;
  /** True for a venue without a clock: the night is a calendar day of the zone. */
  readonly isCalendarDay: boolean;
  readonly figures: Figures;
  /** Figures of the same weekday a week before; null where that night has no sale. */
  readonly weekBefore: Figures | null;
  /** Best first. */
  readonly drinks: readonly { name: string; quantity: number; amountCents: number }[];
  /** For drinks that were paid for and not poured. */
  readonly owedCents: number;
  readonly returnedCents: number;
  /** Ingredients of which a unit has less than a serving. */
  readonly out: readonly { unit: NamedUnit; ingredients: readonly string[] }[];
  readonly offline: readonly { unit: NamedUnit; lastContactMs: number }[];
  /** Differences of earlier nights, in words. */
  readonly corrections: readonly string[];
}

export interface CloseOutRow {
  readonly label: string;
  readonly value: string;
  /** Change against the week before; absent where there is none to compare with. */
  readonly note?: string;
}

/** Texts of a close-out; plain text and HTML have the same. */
export interface CloseOutText {
  readonly subject: string;
  /** Name of the venue and the night. */
  readonly title: string;
  /** From when to when. */
  readonly span: string;
  readonly corrections: readonly string[];
  /** What may be missing from the figures. */
  readonly warnings: readonly string[];
  /** The only text where nothing was sold. */
  readonly nothingSold: string | null;
  readonly sections: readonly { heading: string; rows: readonly CloseOutRow[] }[];
}

const dayMs = 86_400_000;

function noteOf(current: number, other: number | undefined, text: (amount: number) => string) {
  if (other === undefined) return {};
  const { by, ratio } = changeOf(current, other);
  if (by === 0) return { note: closeOutMessages.same };
  const amount = text(Math.abs(by));
  return {
    note: closeOutMessages.change(by > 0, amount, ratio === null ? null : ratioText(ratio)),
  };
}

const countText = (count: number): string => count.toLocaleString('en-US');

function figureRows(figures: Figures, other: Figures | null): CloseOutRow[] {
  const amount = (name: keyof Figures) => ({
    label: closeOutMessages.labels[name],
    value: formatCents(figures[name]),
    ...noteOf(figures[name], other?.[name], shortCents),
  });
  const count = (name: keyof Figures) => ({
    label: closeOutMessages.labels[name],
    value: countText(figures[name]),
    ...noteOf(figures[name], other?.[name], countText),
  });
  return [
    amount('grossCents'),
    amount('salesCents'),
    amount('taxCents'),
    amount('tipCents'),
    amount('refundCents'),
    count('orders'),
    count('servings'),
  ];
}

function warningsOf({ offline, night }: CloseOut, nowMs: number): string[] {
  return offline.map(({ unit, lastContactMs }) => {
    const time = timeThereText(lastContactMs, night.timezone);
    const wall = new Intl.DateTimeFormat('en-CA', { timeZone: night.timezone, dateStyle: 'short' });
    const isLongAgo = nowMs - lastContactMs >= dayMs;
    const when = isLongAgo ? `${time}, ${dayName(wall.format(lastContactMs))}` : time;
    return closeOutMessages.offline(capital(unitInText(unit)), when);
  });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Puts a close-out into words. */
export function closeOutText(closeOut: CloseOut, nowMs: number): CloseOutText {
  const { venueName, night, figures, weekBefore, drinks, out } = closeOut;
  const isEmpty = figures.orders === 0;
  const name = dayName(night.day);
  const owed = closeOut.owedCents !== 0 || closeOut.returnedCents !== 0;
  const weekday = weekdayOf(night.day);
  return {
    subject: isEmpty
      ? closeOutMessages.emptySubject(venueName, name)
      : closeOutMessages.subject(venueName, name, formatCents(figures.grossCents)),
    title: `${venueName}, ${name}`,
    span: closeOut.isCalendarDay
      ? closeOutMessages.calendarDay(night.timezone, spanText(night))
      : spanText(night),
    corrections: closeOut.corrections,
    warnings: warningsOf(closeOut, nowMs),
    nothingSold: isEmpty ? closeOutMessages.nothingSold : null,
    sections: [
      ...(isEmpty
        ? []
        : [
            {
              heading: closeOutMessages.figures(weekBefore ? weekday : null),
              rows: figureRows(figures, weekBefore),
            },
          ]),
      ...(drinks.length === 0
        ? []
        : [
            {
              heading: closeOutMessages.drinks,
              rows: drinks.slice(0, mostDrinks).map((drink) => ({
                label: drink.name,
                value: `${countText(drink.quantity)} · ${formatCents(drink.amountCents)}`,
              })),
            },
          ]),
      ...(owed
        ? [
            {
              heading: closeOutMessages.failedPours,
              rows: [
                { label: closeOutMessages.owed, value: formatCents(closeOut.owedCents) },
                { label: closeOutMessages.returned, value: formatCents(closeOut.returnedCents) },
              ],
            },
          ]
        : []),
      ...(out.length === 0
        ? []
        : [
            {
              heading: closeOutMessages.out,
              rows: out.map(({ unit, ingredients }) => ({
                label: capital(unitInText(unit)),
                value: ingredients.join(', '),
              })),
            },
          ]),
    ],
  };
}
