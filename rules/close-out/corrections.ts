/** Differences between what a close-out stated about a night and the figures of the night now. */
import { formatCents } from '../../lib/money.ts';
import { countDays } from '../nights/nights.ts';
import { unitInText } from '../units/unit-names.ts';
import { weekdayOf } from '../compare/compare-text.ts';
import { closeOutMessages } from './close-out-messages.ts';

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
