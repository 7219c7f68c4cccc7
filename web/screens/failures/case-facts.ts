import { formatMoney } from '../../../lib/money.ts';
import { caseMessages, resolutionLabels } from '../../../rules/cases/case-messages.ts';
import type { Resolution } from '../../../rules/cases/case-state.ts';
import type { PourCase } from '../../api/cases.ts';
import { may } from '../../session/permissions.ts';

/** Dollars that a refund of the glasses that were not poured gives back; undefined where amounts are hidden. */
export const refundDollars = ({ refundAmount }: PourCase): number | undefined => refundAmount;

/** Refund of the whole line, where that is more; null where all glasses that are paid for were not poured. */
export function wholeRefund(one: PourCase): { glasses: number; label: string } | null {
  if (!canRefund(one)) return null;
  const { amount, beyondOwed } = one.wholeLine;
  if (amount <= (refundDollars(one) ?? 0)) return null;
  return {
    glasses: one.quantity - one.refundedGlasses,
    label: caseMessages.refundWholeLine(formatMoney(beyondOwed)),
  };
}

/** Whether the user may refund the case: not a free drink, nor one whose card provider is not known. */
export const canRefund = (one: PourCase): boolean =>
  may('refunds.create') &&
  one.state === 'open' &&
  one.refundTo !== 'unknown' &&
  (refundDollars(one) ?? 0) > 0;

/** Rarer resolutions that the user may record. */
export const otherResolutions = (): { resolution: Resolution; label: string }[] =>
  (['meter', 'kept', 'declined'] as const)
    .filter((resolution) => resolution === 'meter' || may('refunds.create'))
    .map((resolution) => ({ resolution, label: resolutionLabels[resolution] }));
