/** Positions of a unit night by night: flow that becomes slower, and faults that stay or move with a bottle. */
import { counted } from '../../lib/counted.ts';
import { dayName } from '../../lib/day-name.ts';
import { groupBy } from '../../lib/lists.ts';
import { medianOf } from '../../lib/median.ts';
import { isFailing, wilsonInterval } from './failure-rate.ts';
import { failedOf, leastPours, type PositionPours } from './position-health.ts';

/** Pours of an ingredient at a position in a night. */
export interface NightPours extends PositionPours {
  /** Counted from the oldest, which is 0. */
  readonly night: number;
  /** Of whole pours. */
  readonly flowMl: number;
  readonly flowMs: number;
}

/** The newest nights, whose flow is compared with that of the nights before. */
export const recentNights = 7;
export const nightsBefore = 28;
export const readNights = nightsBefore + recentNights;
export const shownNights = 28;

const slowShare = 0.85;
const leastFlowPours = 50;
/** Quantile of the normal distribution for 1 %, on one side. */
const surely = 2.326347874040841;

/** Millilitres per second of whole pours. */
export interface Flow {
  /** Median of the newest nights. */
  readonly mlPerSecond: number;
  /** Median of the 28 nights before. */
  readonly usual: number;
  /** True when it surely falls, and is below 85 % of the usual. */
  readonly isSlowing: boolean;
}

/** Pours of a position in one night; null where no pour was whole. */
export interface PositionNight {
  readonly pours: number;
  readonly failed: number;
  readonly mlPerSecond: number | null;
}

/** The newest 28 nights of a position, oldest first. */
export function nightsOfPosition(rows: readonly NightPours[], position: number): PositionNight[] {
  const byNight = groupBy(
    rows.filter((row) => row.position === position),
    ({ night }) => night,
  );
  return Array.from({ length: shownNights }, (_, nth) => {
    const poured = byNight.get(readNights - shownNights + nth) ?? [];
    const [flowMl, flowMs] = [sumOf(poured, 'flowMl'), sumOf(poured, 'flowMs')];
    return {
      pours: poursOf(poured),
      failed: failuresOf(poured),
      mlPerSecond: flowMs === 0 ? null : (flowMl / flowMs) * 1000,
    };
  });
}

/** Sum of a column. */
const sumOf = <Column extends string>(
  rows: readonly Readonly<Record<Column, number>>[],
  column: Column,
): number => rows.reduce((sum, row) => sum + row[column], 0);

/** Flow of each position with the ingredient that it poured last; without those of which too few nights are known. */
export function flowsOf(rows: readonly NightPours[]): Map<number, Flow> {
  const flows = new Map<number, Flow>();
  for (const [position, poured] of groupBy(rows, (row) => row.position)) {
    const last = poured.toSorted((a, b) => b.night - a.night || b.pours - a.pours)[0];
    const flow = flowOf(poured.filter(({ ingredientId }) => ingredientId === last?.ingredientId));
    if (flow) flows.set(position, flow);
  }
  return flows;
}

function flowOf(rows: readonly NightPours[]): Flow | null {
  const flowing = rows.filter(({ flowMs }) => flowMs > 0).toSorted((a, b) => a.night - b.night);
  const isRecent = ({ night }: NightPours): boolean => night >= nightsBefore;
  const rateOf = ({ flowMl, flowMs }: NightPours): number => (flowMl / flowMs) * 1000;
  const recent = flowing.filter(isRecent);
  const before = flowing.filter((row) => !isRecent(row));
  const pours = poursOf(recent);
  if (pours < leastFlowPours || before.length === 0) return null;
  const [mlPerSecond, usual] = [medianOf(recent.map(rateOf)), medianOf(before.map(rateOf))];
  const isSlowing = mlPerSecond < slowShare * usual && isFalling(flowing.map(rateOf));
  return { mlPerSecond, usual, isSlowing };
}

const spread = (n: number): number => n * (n - 1) * (2 * n + 5);

/** Test of Mann (1945) and Kendall for a trend: true for a fall with p below 1 %. Corrected for ties. */
export function isFalling(values: readonly number[]): boolean {
  const count = values.length;
  let sum = 0;
  for (const [nth, value] of values.entries())
    for (const later of values.slice(nth + 1)) sum += Math.sign(later - value);
  const ties = [...groupBy(values, (value) => value).values()];
  const variance =
    (spread(count) - ties.reduce((total, { length }) => total + spread(length), 0)) / 18;
  return variance > 0 && (sum + 1) / Math.sqrt(variance) < -surely;
}

/** An ingredient that was moved while it failed: the fault stayed at the position, or moved with the bottle. */
export interface MovedFault {
  readonly ingredientId: string;
  readonly from: number;
  readonly to: number;
  readonly fault: 'position' | 'bottle';
}

export function movedFaults(rows: readonly NightPours[]): MovedFault[] {
  return [...groupBy(rows, ({ ingredientId }) => ingredientId)].flatMap(
    ([ingredientId, poured]) => {
      const move = lastMove(poured);
      if (!move) return [];
      const { from, to, night } = move;
      const [before, after] = [
        rows.filter((row) => row.night < night),
        rows.filter((row) => row.night >= night),
      ];
      const isOf = (row: NightPours): boolean => row.ingredientId === ingredientId;
      if (!fails(before, (row) => isOf(row) && row.position === from)) return [];
      const moved = fails(after, (row) => isOf(row) && row.position === to);
      const stayed = fails(after, (row) => !isOf(row) && row.position === from);
      if (moved === stayed) return [];
      return [
        { ingredientId, from, to, fault: moved ? ('bottle' as const) : ('position' as const) },
      ];
    },
  );
}

/** The last night from which on an ingredient was poured at another position than before. */
function lastMove(rows: readonly NightPours[]) {
  const nights = [...groupBy(rows, ({ night }) => night)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([night, poured]) => {
      const [most] = poured.toSorted((a, b) => b.pours - a.pours);
      return most ? [{ night, position: most.position }] : [];
    });
  const nth = nights.findLastIndex(
    ({ position }, at) => at > 0 && position !== nights[at - 1]?.position,
  );
  const [was, is] = [nights[nth - 1], nights[nth]];
  return was && is ? { from: was.position, to: is.position, night: is.night } : null;
}

/** True when these pours surely failed more than three times as often as the others. */
function fails(rows: readonly NightPours[], isCounted: (row: NightPours) => boolean): boolean {
  const [counted, others] = [rows.filter(isCounted), rows.filter((row) => !isCounted(row))];
  const [glasses, failed] = [poursOf(counted), failuresOf(counted)];
  const usual = others.length === 0 ? 0 : failuresOf(others) / poursOf(others);
  return (
    glasses >= leastPours &&
    isFailing({ failed, glasses, usual, ...wilsonInterval(failed, glasses) })
  );
}

const poursOf = (rows: readonly NightPours[]): number => sumOf(rows, 'pours');
const failuresOf = (rows: readonly NightPours[]) =>
  rows.reduce((sum, row) => sum + failedOf(row), 0);

/** "The fault stayed at position 3 when Rum moved to position 9." */
export const movedFaultText = ({
  name,
  from,
  to,
  fault,
}: Omit<MovedFault, 'ingredientId'> & { readonly name: string }): string =>
  fault === 'bottle'
    ? `The fault moved with ${name} from position ${from} to position ${to}: look at the bottle.`
    : `The fault stayed at position ${from} when ${name} moved to position ${to}: look at the position.`;

/** `9.4 ml/s, 84% of usual`. */
export const flowText = ({ mlPerSecond, usual }: Pick<Flow, 'mlPerSecond' | 'usual'>): string =>
  `${mlPerSecond.toFixed(1)} ml/s, ${Math.round((100 * mlPerSecond) / usual)}% of usual`;

/** `Sat, Nov 14: 3 of 41 pours failed, 9.4 ml/s`; day as YYYY-MM-DD. */
export function nightText({ day, pours, failed, mlPerSecond }: PositionNight & { day: string }) {
  const flow = mlPerSecond === null ? '' : `, ${mlPerSecond.toFixed(1)} ml/s`;
  return `${dayName(day)}: ${failed} of ${counted(pours, 'pour')} failed${flow}`;
}

/** `28 nights: 7 of 604 pours failed, in 3 nights`. */
export function nightsText(nights: readonly PositionNight[]): string {
  const failing = nights.filter(({ failed }) => failed > 0).length;
  const where = failing === 0 ? '' : `, in ${counted(failing, 'night')}`;
  return `${counted(nights.length, 'night')}: ${sumOf(nights, 'failed')} of ${counted(sumOf(nights, 'pours'), 'pour')} failed${where}`;
}
