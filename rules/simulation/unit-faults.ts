/** Faults of simulated units, each on one unit, in the last part of a simulation so that they can be seen at its end. */

/**
 * - blocked: one place pours nothing
 * - slowing: one place pours ever more slowly, until its pours time out
 * - stopped: the unit sells nothing and stays in contact
 * - reader: the card reader is dead, so that only free drinks are sold
 * - clock: the clock of the unit is five minutes fast
 * - prices: the unit loses its network, and sells at the former price of a drink that becomes dearer meanwhile
 * - closed: no unit sells for the day that ends 24 hours before the simulation does
 * - theft: 300 ml are taken from one place, and not sold
 * - unrecorded: one place is filled up without a record
 * - meter: one place pours 4 % more than set, all the time
 * - valve: one place pours more slowly from night to night, and is twice as slow at the end; no pour times out for it
 */
export const unitFaults = [
  'blocked',
  'slowing',
  'stopped',
  'reader',
  'clock',
  'prices',
  'closed',
  'theft',
  'unrecorded',
  'meter',
  'valve',
] as const;
export type UnitFault = (typeof unitFaults)[number];

/** Found only by counting the units, which is done at the end. */
export const countedFaults: readonly UnitFault[] = ['theft', 'unrecorded'];
/** Taken by a theft. */
export const stolenMl = 300;
/** Beyond what is set, of a wrong meter. */
export const overPourRatio = 0.04;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestMs = 6 * hourMs;
/** How far a wrong clock is ahead. */
export const clockSkewMs = 5 * 60_000;
/** The day before and the one after are simulated as well. */
export const leastMsWithClosedDay = 3 * dayMs;

interface Simulated {
  readonly startMs: number;
  readonly endMs: number;
}

/** Faults last from here to the end: a quarter of the simulated time, at most six hours. */
export const faultsBegin = ({ startMs, endMs }: Simulated): number =>
  endMs - Math.min((endMs - startMs) / 4, longestMs);

/** True in the day on which the venue is closed. */
export const isClosedDay = (ms: number, { endMs }: Pick<Simulated, 'endMs'>): boolean =>
  ms >= endMs - 2 * dayMs && ms < endMs - dayMs;

/**
 * Faults of one of the units: they are dealt in turn, so that each unit has one while there are enough units.
 * @param nth index of the unit
 */
export function faultsOfUnit(
  faults: readonly UnitFault[],
  nth: number,
  units: number,
): ReadonlySet<UnitFault> {
  const dealt = faults.filter((fault) => fault !== 'closed');
  return new Set([
    ...dealt.filter((_fault, index) => index % units === nth),
    ...faults.filter((fault) => fault === 'closed'),
  ]);
}

/** By how much a slowing place is slower than usual: up to eight times at the end. */
export function slownessAt(ms: number, simulated: Simulated): number {
  const beginMs = faultsBegin(simulated);
  if (ms < beginMs) return 1;
  return 1 + (7 * (ms - beginMs)) / (simulated.endMs - beginMs);
}

/** By how much a valve that wears out is slower than usual: twice at the end. */
export const wearAt = (ms: number, { startMs, endMs }: Simulated): number =>
  1 + (ms - startMs) / (endMs - startMs);
