/** Close-out of a night as data, in the order of its mail. */
import { formatCents } from '../../lib/money.ts';
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
import { dayName, weekdayOf } from '../../lib/day-name.ts';
import { spanText, timeThereText } from '../nights/night-text.ts';
import { countDays, type Night } from '../nights/nights.ts';
import { type NamedUnit, unitInText } from '../units/unit-names.ts';

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

// Differences between what a close-out stated about a night and the figures of the night now.

/** Nights are compared with what was stated about them for this many days. */
export const daysOfCorrections = 14;

export interface UnitOrders {
  readonly unitId: string;
  readonly unitNumber: number;
  readonly name: string | null;
  readonly orders: number;
}

/** What a close-out stated about a night; amounts in cents. */
export interface Stated {
  readonly grossCents: number;
  readonly refundCents: number;
  readonly taxCents: number;
}

export interface StatedNight {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly stated: Stated;
  /** Orders by the id of their unit. */
  readonly orders: Readonly<Record<string, number>>;
}

export interface NightNow {
  readonly figures: Stated;
  readonly units: readonly UnitOrders[];
}

/** True for a night that is still compared with what was stated about it, on the day of this other night. */
export const isCorrected = (day: string, today: string): boolean => {
  const days = countDays(day, today) - 1;
  return days > 0 && days <= daysOfCorrections;
};

/** Amount from which a difference has a mail of its own; or a share of what was stated. */
const largeCents = 10_000;
const largeShare = 0.02;

/** True where gross, refunds or taxes differ by more than 2 % or $100 from what was stated. */
export const isLargeDifference = (stated: Stated, now: Stated): boolean =>
  (['grossCents', 'refundCents', 'taxCents'] as const).some((name) => {
    const by = Math.abs(now[name] - stated[name]);
    return by > largeCents || by > largeShare * Math.abs(stated[name]);
  });

const signed = (cents: number): string => `${cents < 0 ? '−' : '+'}${formatCents(Math.abs(cents))}`;

/**
 * `Friday: +$34.50 since we wrote (5 late sales of unit 1042)`; null where gross, refunds and taxes are as stated.
 * @param today day of the night that the mail is about
 */
export function correctionText(
  { day, stated, orders }: StatedNight,
  { figures, units }: NightNow,
  today: string,
): string | null {
  const gross = figures.grossCents - stated.grossCents;
  const refunds = figures.refundCents - stated.refundCents;
  const taxes = figures.taxCents - stated.taxCents;
  const late = units
    .map((unit) => ({ unit, sales: unit.orders - (orders[unit.unitId] ?? 0) }))
    .filter(({ sales }) => sales > 0)
    .map(({ unit, sales }) => closeOutMessages.lateSales(sales, unitInText(unit)));
  const name = countDays(day, today) - 1 < 7 ? weekdayOf(day) : closeOutMessages.dayOf(day);
  const parts = [
    ...(gross === 0 ? [] : [signed(gross)]),
    ...(refunds === 0 ? [] : [closeOutMessages.refundsChanged(signed(refunds))]),
    ...(gross === 0 && refunds === 0 && taxes !== 0
      ? [closeOutMessages.taxesChanged(signed(taxes))]
      : []),
  ];
  if (parts.length === 0) return null;
  return closeOutMessages.correction(name, parts.join(', '), late);
}
