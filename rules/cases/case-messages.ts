import type { Resolution } from './case-state.ts';

/** Labels of the resolutions. */
export const resolutionLabels: Readonly<Record<Resolution, string>> = {
  refunded: 'Refunded',
  remade: 'Made again',
  meter: 'Was served',
  kept: 'Not asked for',
  declined: 'Declined',
};

/** User-visible messages about cases. */
export const caseMessages = {
  useBefore: 'Use before with the id of the last case',
  noSuchCaseBefore: 'There is no such case',
  tooManyCases: (most: number) => `Settle at most ${most} cases at once`,
  nameCases: 'Name the cases to settle',
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
    ? `This is settled already: ${outcome}`
    : `${name} settled this already: ${outcome}`;
}
