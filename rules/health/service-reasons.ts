/** Why a unit is in service. */

export const serviceReasons = ['cleaning', 'repair', 'moved', 'other'] as const;
export type ServiceReason = (typeof serviceReasons)[number];

export const serviceReasonLabels: Readonly<Record<ServiceReason, string>> = {
  cleaning: 'Cleaning',
  repair: 'Repair',
  moved: 'Moved',
  other: 'Other',
};

/** ` (cleaning)`; empty where no reason is given. */
export const reasonText = (reason: ServiceReason): string =>
  reason === 'other' ? '' : ` (${reason})`;

export const leastServiceMinutes = 5;
export const mostServiceMinutes = 12 * 60;
export const usualServiceMinutes = 30;
