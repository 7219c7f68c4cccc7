import type { Cause, RefundPolicy, Resolution } from './cases.ts';
import { dayThereText, timeThereText } from '../nights/night-text.ts';

/** Labels of the resolutions. */
export const resolutionLabels: Readonly<Record<Resolution, string>> = {
  refunded: 'Refunded',
  remade: 'Made again',
  meter: 'Was served',
  kept: 'Not asked for',
  declined: 'Declined',
};

/** Labels of what is refunded automatically. */
export const refundPolicyLabels: Readonly<Record<RefundPolicy, string>> = {
  off: 'Off',
  nothing_poured: 'Drinks of which nothing was poured',
  any_failure: 'Every glass that was not poured',
};

/** User-visible messages about cases. */
export const caseMessages = {
  useBefore: 'Use before with the id of the last case',
  noSuchCaseBefore: 'There is no such case',
  tooManyCases: (most: number) => `Settle at most ${most} cases at once`,
  nameCases: 'Name the cases to settle',
  namedTwice: 'Name each case once',
  refundLater: 'Refunds have no time of their own',
  tooOld: 'What was done can be reported for 72 hours',
  waits: 'waits for the network',
  moreThanFailed: (failed: number) =>
    `Use at most ${failed}, the glasses that were not poured, or refund the whole line`,
  gone: 'This drink is not in this list. It may have been settled meanwhile.',
  withTip: 'With the tip, since nothing else of the sale is paid for',
  refundWholeLine: (beyondOwed: string) => `Refund the whole line, ${beyondOwed} more than owed`,
} as const;

/** Label of a case that is being settled. */
export const settlingLabel = (resolution: Resolution): string =>
  resolution === 'refunded' ? 'Refunding' : resolutionLabels[resolution];

/** Message of the conflict with somebody who settles or has settled the case. */
export function conflictMessage(name: string | null, resolution: Resolution | null): string {
  if (resolution === null)
    return name === null ? 'This drink is being refunded' : `${name} is refunding this drink`;
  const outcome = resolutionLabels[resolution].toLowerCase();
  return name === null
    ? `This is resolved already: ${outcome}`
    : `${name} resolved this already: ${outcome}`;
}

// Cases and their groups as text.

/** Labels of the causes, as they follow the position: `Position 3, Campari, blocked`. */
const causeLabels: Readonly<Record<Cause, string>> = {
  empty: 'empty',
  blocked: 'blocked',
  timeout: 'too slow',
  partial: 'stopped early',
  cancelled: 'cancelled',
  power: 'No pours reported',
  unknown: 'No cause reported',
};

export interface CaseCause {
  readonly cause: Cause;
  readonly position: number | null;
  readonly ingredient: string | null;
}

/** `Position 3, Campari, blocked`; the cause alone where no pour shows it. */
export const causeText = ({ cause, position, ingredient }: CaseCause): string =>
  [position === null ? null : `Position ${position}`, ingredient, causeLabels[cause]]
    .filter((part) => part !== null)
    .join(', ');

/** `9 drinks`. */
export const drinksText = (count: number): string => (count === 1 ? '1 drink' : `${count} drinks`);

/** `2 of 3 not poured`, or `Not poured` of a single one. */
export const failedText = (failed: { failedGlasses: number; quantity: number }): string =>
  failed.quantity === 1 ? 'Not poured' : `${failed.failedGlasses} of ${failed.quantity} not poured`;

/** `9:40 to 10:05 PM`, `11:40 PM to 12:20 AM`, or one time, in the zone; after the day where that is not now's. */
export function timesText(fromMs: number, toMs: number, timezone: string, nowMs: number): string {
  const [from, to] = [timeThereText(fromMs, timezone), timeThereText(toMs, timezone)];
  const [day, today] = [dayThereText(fromMs, timezone), dayThereText(nowMs, timezone)];
  const onDay = day === today ? '' : `${day}, `;
  if (from === to) return `${onDay}${from}`;
  const [half, other] = [from.slice(-3), to.slice(-3)];
  return `${onDay}${half === other ? from.slice(0, -3) : from} to ${to}`;
}
