import { resolutionLabels } from '../../../rules/cases/case-messages.ts';
import type { Resolution } from '../../../rules/cases/case-state.ts';
import type { PourCase } from '../../api/cases.ts';
import { may } from '../../session/permissions.ts';

/** Dollars that a refund gives back; undefined where amounts are hidden. */
export const refundDollars = ({ wholeLine }: PourCase): number | undefined => wholeLine.amount;

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
