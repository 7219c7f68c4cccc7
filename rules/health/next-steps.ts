/** What to do about a finding. */
import type { FindingKind } from './findings.ts';

export const nextSteps: Readonly<Record<FindingKind, string>> = {
  allSilent: 'If the venue is closed tonight, mark the night as closed.',
  offline: 'Check its power and its network. Sales that it made meanwhile arrive once it is back.',
  silent: 'Order a drink at the unit. If that works, nothing is wrong with it.',
  failing: 'See which drinks failed, and at which position.',
  reader: 'Restart the card reader, and pay for a drink by card to see that it works.',
  clock: 'Set the clock of the unit. Sales keep the dates that it sent.',
  menu: 'Restart the unit, so that it fetches its menu again. Until then guests see former drinks or prices.',
  returned: 'Nothing to do: its late sales count at the time at which they were sold.',
  maintenanceEnded: 'If the work goes on, pause it for maintenance again.',
};
