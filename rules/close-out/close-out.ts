/** Close-out of a night as data, in the order of its mail. */
import { dayName, weekdayOf } from '../compare/compare-text.ts';
import { spanText, timeThereText } from '../nights/night-text.ts';
import type { Night } from '../nights/nights.ts';
import { type NamedUnit, unitInText } from '../units/unit-names.ts';
import { closeOutMessages } from './close-out-messages.ts';
import {
  caseSections,
  drinkSections,
  figureRows,
  grossText,
  type MailText,
  type Period,
  section,
} from './periods.ts';

/** Units that a close-out lists with what to refill, and ingredients of each. */
export const mostRefills = 5;

export interface CloseOut {
  readonly venueName: string;
  readonly night: Night;
  /** True for a venue without a clock: the night is a calendar day of the zone. */
  readonly isCalendarDay: boolean;
  readonly period: Period;
  /** Ingredients of which a unit has less than a serving. */
  readonly out: readonly { unit: NamedUnit; ingredients: readonly string[] }[];
  /** What runs out before the next close, the most urgent first. */
  readonly refills: readonly { unit: NamedUnit; ingredients: readonly string[] }[];
  readonly offline: readonly { unit: NamedUnit; lastContactMs: number }[];
  /** Differences of earlier nights, in words. */
  readonly corrections: readonly string[];
}

const dayMs = 86_400_000;

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

const listText = (names: readonly string[]): string => {
  const more = names.length - mostRefills;
  return [...names.slice(0, mostRefills), ...(more > 0 ? [closeOutMessages.more(more)] : [])].join(
    ', ',
  );
};

/** Puts a close-out into words. */
export function closeOutText(closeOut: CloseOut, nowMs: number): MailText {
  const { venueName, night, period, out, refills } = closeOut;
  const isEmpty = period.figures.orders === 0;
  const name = dayName(night.day);
  const weekday = weekdayOf(night.day);
  const moreUnits = refills.length - mostRefills;
  return {
    subject: isEmpty
      ? closeOutMessages.emptySubject(venueName, name)
      : closeOutMessages.subject(venueName, name, grossText(period)),
    title: `${venueName}, ${name}`,
    span: closeOut.isCalendarDay
      ? closeOutMessages.calendarDay(night.timezone, spanText(night))
      : spanText(night),
    corrections: closeOut.corrections,
    warnings: warningsOf(closeOut, nowMs),
    nothingSold: isEmpty ? closeOutMessages.nothingSold : null,
    sections: [
      ...section(
        closeOutMessages.figures(period.before ? weekday : null, averageText(period, weekday)),
        isEmpty ? [] : figureRows(period),
      ),
      ...(isEmpty ? [] : drinkSections(period)),
      ...caseSections(period),
      ...section(
        closeOutMessages.out,
        out.map(({ unit, ingredients }) => ({
          label: capital(unitInText(unit)),
          value: ingredients.join(', '),
        })),
      ),
      ...section(
        closeOutMessages.refill,
        refills.slice(0, mostRefills).map(({ unit, ingredients }) => ({
          label: capital(unitInText(unit)),
          value: listText(ingredients),
        })),
        { text: closeOutMessages.allRefills(Math.max(0, moreUnits)), path: '/refill' },
      ),
    ],
  };
}

const averageText = ({ average }: Period, weekday: string): string | null =>
  average === null ? null : closeOutMessages.averageOf(average.nights, weekday);
