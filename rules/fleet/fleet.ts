/** Units of all owners, as the support of the operator sees them. */

/** failing: surely more glasses fail than usual. maintenance: a person or the unit says so. */
export const fleetStates = [
  'offline',
  'silent',
  'failing',
  'maintenance',
  'online',
  'new',
] as const;
export type FleetState = (typeof fleetStates)[number];

export const fleetStateLabels: Readonly<Record<FleetState, string>> = {
  offline: 'Offline',
  silent: 'Not selling',
  failing: 'Failing pours',
  maintenance: 'In maintenance',
  online: 'Online',
  new: 'Never connected',
};

/** All but place are sorted from the highest. */
export const fleetSorts = ['atRisk', 'expected', 'failureRate', 'refused', 'place'] as const;
export type FleetSort = (typeof fleetSorts)[number];

interface FleetFacts {
  readonly contact: 'online' | 'offline' | 'new';
  readonly isSilent: boolean;
  readonly isFailing: boolean;
  readonly isInMaintenance: boolean;
}

/** Maintenance is first: nothing is found wrong with a unit while it lasts. */
export function fleetStateOf({
  contact,
  isSilent,
  isFailing,
  isInMaintenance,
}: FleetFacts): FleetState {
  if (isInMaintenance) return 'maintenance';
  if (contact === 'offline') return 'offline';
  if (isSilent) return 'silent';
  if (isFailing) return 'failing';
  return contact;
}

const dollarCents = 100;
const wholeDollars = (cents: number): number => Math.round(cents / dollarCents) * dollarCents;

/**
 * What a unit is expected to sell in the next hour, and what of it is at risk: all of it while the unit is offline or does
 * not sell, else the share of glasses that fail. Cents, in whole dollars.
 */
export function riskOf({
  state,
  expectedCents,
  rate,
}: {
  readonly state: FleetState;
  readonly expectedCents: number;
  readonly rate: number;
}): { expectedCents: number; atRiskCents: number } {
  const share = state === 'offline' || state === 'silent' ? 1 : rate;
  return {
    expectedCents: wholeDollars(expectedCents),
    atRiskCents: wholeDollars(share * expectedCents),
  };
}
