/** The loss report in words. */
import { decimalPercent } from '../../lib/decimal-percent.ts';
import type { Cause } from '../cases/cases.ts';
import { litresText } from './costs.ts';
import type { LossAmounts } from './loss.ts';
import type { PackPart } from './pack.ts';

export const lossLabels = {
  poured: 'Poured',
  sold: 'Sold',
  comped: 'Free',
  refunded: 'Refunded',
  wasted: 'Failed pours',
  overPoured: 'Over-poured',
  unexplained: 'Not explained',
} as const;
export type LossLabel = keyof typeof lossLabels;

const lossNames: readonly LossLabel[] = [
  'poured',
  'sold',
  'comped',
  'refunded',
  'wasted',
  'overPoured',
  'unexplained',
];

/** Labels and amounts in the order in which they add up. */
export const lossRows = (amounts: LossAmounts): { name: LossLabel; amount: number | null }[] =>
  lossNames.map((name) => ({ name, amount: amounts[name] }));

/** `1,234 ml`. */
export const mlText = (ml: number): string =>
  `${ml.toLocaleString('en-US', { maximumFractionDigits: 0, signDisplay: 'negative' })} ml`;

/** In litres from 10 of them on: below a bar there is no room for more. */
export const volumeText = (ml: number): string =>
  Math.abs(ml) < 10_000 ? mlText(ml) : litresText(ml);

/** `+4.1%`; a dash where nothing was measured. */
export const overPourText = (ratio: number | null): string =>
  ratio === null ? '–' : decimalPercent(ratio, 'exceptZero');

export interface AdvisedLoss {
  readonly ml: LossAmounts;
  readonly overPourRatio: number | null;
}

const missingRecord = 'More was there than by the books: a delivery or refill is missing.';

/** The meaning of a part that is less than nothing. */
export function lossNote(name: LossLabel, amount: number | null): string | undefined {
  if (amount === null || Math.round(amount) >= 0) return undefined;
  if (name === 'unexplained') return missingRecord;
  return name === 'overPoured' ? 'Glasses got less than is set.' : undefined;
}

/** From this fraction of what was set on an ingredient is named. */
const worthSaying = 0.03;

/** Advice about an ingredient, by its greatest loss. */
export function lossAdvice({ ml, overPourRatio }: AdvisedLoss): string {
  const { wasted, overPoured, unexplained } = ml;
  if (unexplained !== null && unexplained < 0) return missingRecord;
  const greatest = Math.max(wasted, overPoured, unexplained ?? 0);
  if (greatest > 0 && greatest === unexplained)
    return `${mlText(greatest)} are missing beyond what was poured: look for spilt or taken bottles.`;
  if (overPourRatio !== null && overPourRatio <= -worthSaying)
    return 'Glasses get less than is set: check the pouring time and the tube.';
  if (overPourRatio !== null && overPourRatio >= worthSaying && greatest === overPoured)
    return 'More is poured than is set: check the pouring time of its positions.';
  if (greatest > 0 && greatest === wasted)
    return 'Failed pours took the most: see what stopped them.';
  return unexplained === null ? 'Count it to know what is missing.' : 'Nothing to do.';
}

/** A position that is off. */
export const meterText = (meter: {
  readonly unit: string;
  readonly position: number;
  readonly name: string;
  readonly ratio: number;
  readonly servings: number;
}): string => {
  const size = Math.abs(100 * meter.ratio).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${meter.unit}, position ${meter.position} (${meter.name}) pours ${size}% ${
    meter.ratio > 0 ? 'more' : 'less'
  } than set, over ${meter.servings.toLocaleString('en-US')} servings.`;
};

/** User-visible messages of the loss report. */
export const lossMessages = {
  none: 'Nothing was poured on these days',
  pouredAndSold: ({ poured, sold }: LossAmounts) =>
    `Poured ${volumeText(poured)}, of which ${volumeText(sold)} were sold`,
  packCut: 'Of each line the 100 greatest are shown; the CSV has all of them.',
  badMonth: 'Use a month such as 2026-11',
  emptyPack: 'Nothing was free, spilt, discarded or taken out in this month',
  notMeasured:
    'Nothing was measured: these sales came without pours, so each counts as poured as set.',
  partlyMeasured: (share: number) =>
    `Not measured: ${(100 * share).toLocaleString('en-US', { maximumFractionDigits: 0 })}%, which counts as poured as set.`,
  noCosts: 'Without costs, losses are shown in millilitres only.',
  estimated: 'Sales before the first cost are valued with it, as an estimate.',
} as const;

/** Parts of the comps and spillage of a month. */
export const packLabels: Readonly<Record<PackPart, string>> = {
  comped: lossLabels.comped,
  wasted: lossLabels.wasted,
  overPoured: lossLabels.overPoured,
  discarded: 'Cleaned away',
  unexplained: lossLabels.unexplained,
  removed: 'Taken out of units',
};

/** Causes of failed pours, as they follow the ingredient. */
export const wasteCauses: Readonly<Record<Cause, string>> = {
  empty: 'empty',
  blocked: 'blocked',
  timeout: 'too slow',
  partial: 'stopped early',
  cancelled: 'cancelled',
  power: 'no pours reported',
  unknown: 'no cause reported',
};
