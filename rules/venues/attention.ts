/** Conditions of a venue that need staff attention, as actionable messages. */
import { type FindingKind, findingKinds } from '../health/findings.ts';

export const attentionKinds = [
  ...findingKinds,
  'failed',
  'refused',
  'out',
  'low',
  'levels',
  'noKey',
  'mails',
  'figures',
] as const;

export interface Attention {
  kind: (typeof attentionKinds)[number];
  /** Null for all units of the venue, and for what is about the person. */
  unitNumber: number | null;
  unitName: string | null;
  unitId: string | null;
  ingredientId?: string;
  text: string;
}

export interface UnitState {
  id: string;
  unitNumber: number;
  unitName: string | null;
  hasKey: boolean;
  /** Drinks that were paid for and not poured, and are not settled. */
  failedDrinks: number;
  /** Number of open ones. */
  refusedSales: number;
  /** Found by its contact, its sales, its reader and its clock. */
  findings: readonly { kind: FindingKind; text: string }[];
}

export interface LowStock {
  unitId: string;
  unitNumber: number;
  unitName: string | null;
  ingredientId: string;
  name: string;
  percent: number;
}

/** A unit that sold ingredients while inventory management was off, and so does not know their levels. */
export interface UnknownLevels {
  unitId: string;
  unitNumber: number;
  unitName: string | null;
  /** Number of ingredients. */
  count: number;
}

/** Findings that are settled with time, after everything that waits for somebody. */
const calmKinds: readonly FindingKind[] = ['clock', 'returned', 'maintenanceEnded'];

/**
 * Most urgent first: units that do not sell or pour, drinks that were paid for and not poured, sales that were refused,
 * ingredients that are out, ingredients running low, units with unknown levels, units whose clock is wrong or that have no
 * key, and units that work again.
 * @param ofAll what is found of all units together
 */
export function attentionOf(
  units: readonly UnitState[],
  low: readonly LowStock[],
  unknown: readonly UnknownLevels[],
  ofAll: readonly { kind: FindingKind; text: string }[],
): Attention[] {
  const stock = low.map(
    ({ unitId, unitNumber, unitName, ingredientId, name, percent }): Attention => {
      const isOut = percent <= 0;
      return {
        kind: isOut ? 'out' : 'low',
        unitNumber,
        unitName,
        unitId,
        ingredientId,
        text: isOut ? `${name} is out` : `${name} is at ${percent}%`,
      };
    },
  );
  const levels = unknown.map(({ unitId, unitNumber, unitName, count }): Attention => ({
    kind: 'levels',
    unitNumber,
    unitName,
    unitId,
    text: `${count === 1 ? '1 level is' : `${count} levels are`} unknown: refill and restore`,
  }));
  const keys = units.flatMap((unit): Attention[] =>
    unit.hasKey
      ? []
      : [{ ...unitOf(unit), kind: 'noKey', text: "No key: this unit can't report sales" }],
  );
  const found = [
    ...ofAll.map((one): Attention => ({ ...one, unitNumber: null, unitName: null, unitId: null })),
    ...units.flatMap((unit) =>
      unit.findings.map((one): Attention => ({ ...one, ...unitOf(unit) })),
    ),
  ].toSorted((one, other) => orderOf(one) - orderOf(other));
  const isCalm = ({ kind }: Attention): boolean => calmKinds.some((calm) => calm === kind);
  const refused = units
    .filter(({ refusedSales }) => refusedSales > 0)
    .map(({ id, unitNumber, unitName, refusedSales }): Attention => ({
      kind: 'refused',
      unitNumber,
      unitName,
      unitId: id,
      text: `${refusedSales === 1 ? '1 sale was' : `${refusedSales} sales were`} refused and not booked`,
    }));
  const failed = units
    .filter(({ failedDrinks }) => failedDrinks > 0)
    .map(({ id, unitNumber, unitName, failedDrinks }): Attention => ({
      kind: 'failed',
      unitNumber,
      unitName,
      unitId: id,
      text: `${failedDrinks === 1 ? '1 drink was' : `${failedDrinks} drinks were`} paid for and not poured`,
    }));
  return [
    ...found.filter((one) => !isCalm(one)),
    ...failed,
    ...refused,
    ...stock.filter(({ kind }) => kind === 'out'),
    ...stock.filter(({ kind }) => kind === 'low'),
    ...levels,
    ...found.filter(isCalm),
    ...keys,
  ];
}

/** Report mails of the person who asks that are paused because their address was refused; none for 0. */
export const attentionToMails = (count: number): Attention[] =>
  count === 0
    ? []
    : [
        {
          kind: 'mails',
          unitNumber: null,
          unitName: null,
          unitId: null,
          text:
            count === 1
              ? 'A report mail is paused: your address refused it'
              : `${count} report mails are paused: your address refused them`,
        },
      ];

/** What the comparison of stored figures with the sales has found; for super admins. */
export const attentionToFigures = (
  found: { differences: number; sentences: readonly string[] } | null,
): Attention[] =>
  found === null
    ? []
    : [
        {
          kind: 'figures',
          unitNumber: null,
          unitName: null,
          unitId: null,
          text: `${found.differences === 1 ? 'A stored figure differs' : `${found.differences} stored figures differ`} from the sales. ${found.sentences[0] ?? ''}`,
        },
      ];

const orderOf = ({ kind }: Attention): number => attentionKinds.indexOf(kind);

const unitOf = ({ id, unitNumber, unitName }: UnitState) => ({ unitId: id, unitNumber, unitName });

/** Choices in minutes: quarters of an hour up to one hour, then whole hours up to eight. */
export const drinkLimitMinutes: readonly number[] = [15, 30, 45, 60];
/** Limit on the number of drinks per guest and period. */
export const drinkLimitHours: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** 0 means no limit. */
export const drinkLimitQuantities: readonly number[] = Array.from(
  { length: 13 },
  (_, quantity) => quantity,
);

/** True when a limit can have this period in minutes. */
export const isDrinkLimitPeriod = (minutes: number): boolean =>
  drinkLimitMinutes.includes(minutes) || drinkLimitHours.some((hours) => hours * 60 === minutes);

/** Formats a period: in hours when it is longer than an hour, else in minutes. */
export function drinkLimitPeriodText(minutes: number): string {
  return minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** Steps from a new venue to its first sale, in their order. */
export const firstStepNames = ['unit', 'key', 'bottles', 'drinks', 'reader', 'contacts'] as const;
export type FirstStepName = (typeof firstStepNames)[number];

export interface FirstStep {
  name: FirstStepName;
  isDone: boolean;
}

/** The steps of a venue that has not sold; none when all of them are done. */
export function firstSteps(done: Readonly<Record<FirstStepName, boolean>>): FirstStep[] {
  const steps = firstStepNames.map((name) => ({ name, isDone: done[name] }));
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}
