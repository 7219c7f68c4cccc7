/** Reasons for maintenance of a unit. */

export const maintenanceReasons = ['cleaning', 'repair', 'moved', 'other'] as const;
export type MaintenanceReason = (typeof maintenanceReasons)[number];

export const maintenanceReasonLabels: Readonly<Record<MaintenanceReason, string>> = {
  cleaning: 'Cleaning',
  repair: 'Repair',
  moved: 'Moved',
  other: 'Other',
};

/** ` (cleaning)`; empty where no reason is given. */
export const reasonText = (reason: MaintenanceReason): string =>
  reason === 'other' ? '' : ` (${reason})`;

export const leastMaintenanceMinutes = 5;
export const mostMaintenanceMinutes = 12 * 60;
export const usualMaintenanceMinutes = 30;
