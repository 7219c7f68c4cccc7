/** Actionable messages about a venue that are no issues. */
import type { FindingKind } from '../health/findings.ts';

/** In the order in which they are listed. */
export const attentionKinds = [
  'levels',
  'returned',
  'maintenanceEnded',
  'noKey',
  'mails',
  'figures',
] as const;

export interface Attention {
  kind: (typeof attentionKinds)[number];
  /** Null for what is about the person. */
  unitNumber: number | null;
  unitName: string | null;
  unitId: string | null;
  text: string;
}

export interface UnitState {
  id: string;
  unitNumber: number;
  unitName: string | null;
  hasKey: boolean;
  /** Ingredients that it sold while inventory management was off, and so does not know the levels of. */
  unknownLevels: number;
  findings: readonly { kind: FindingKind; text: string }[];
}

/** Units with unknown levels, units that work again, and units that have no key. What is wrong with a unit is an issue. */
export function attentionOf(units: readonly UnitState[]): Attention[] {
  const found = units.flatMap((unit) => {
    const levels: Attention = {
      ...unitOf(unit),
      kind: 'levels',
      text: levelsText(unit.unknownLevels),
    };
    const key: Attention = {
      ...unitOf(unit),
      kind: 'noKey',
      text: "No key: this unit can't report sales",
    };
    return [
      ...(unit.unknownLevels > 0 ? [levels] : []),
      ...unit.findings.flatMap(({ kind, text }): Attention[] =>
        kind === 'returned' || kind === 'maintenanceEnded' ? [{ ...unitOf(unit), kind, text }] : [],
      ),
      ...(unit.hasKey ? [] : [key]),
    ];
  });
  return found.toSorted((one, other) => orderOf(one) - orderOf(other));
}

const levelsText = (count: number): string =>
  `${count === 1 ? '1 level is' : `${count} levels are`} unknown: refill and restore`;

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
              ? 'An email report is paused: your address refused it'
              : `${count} email reports are paused: your address refused them`,
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
