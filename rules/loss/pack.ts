/** Comps and spillage of a month: what of the loss report was not sold, with each sale and movement behind it. */
import { hundredths } from '../../lib/hundredths.ts';
import { groupBy } from '../../lib/lists.ts';
import type { Cause } from '../cases/cases.ts';
import { type Cost, costAt } from './costs.ts';
import { centsOf, type IngredientLoss, type MovedStock, partsOf, type SoldLines } from './loss.ts';

/** Parts of the loss report, and last what was taken out of units, which is no part of it. */
export const packParts = [
  'comped',
  'wasted',
  'overPoured',
  'discarded',
  'unexplained',
  'removed',
] as const;
export type PackPart = (typeof packParts)[number];

/** A sale or a movement. */
export interface PackSource {
  readonly atMs: number;
  readonly unitId: string;
  /** Of a movement; null for a sale. */
  readonly position: number | null;
  readonly orderId: string | null;
  readonly movementId: string | null;
  /** Of a movement; empty for a sale. */
  readonly note: string;
}

/** What one sale or movement took of an ingredient. */
export interface PackEntry extends PackSource {
  readonly part: PackPart;
  /** Of failed pours; null for the other parts. */
  readonly cause: Cause | null;
  readonly ingredientId: string;
  /** Negative where more was there than expected. */
  readonly ml: number;
  /** Null where no cost of the ingredient is entered. */
  readonly cents: number | null;
  /** At what an ml that was sold earned; null where none was sold. */
  readonly menuCents: number | null;
}

export interface PackedLine {
  /** One line of a sale, whose atMs is the start of the time in which no cost changed. */
  readonly line: SoldLines;
  readonly cause: Cause;
  readonly source: PackSource;
}

export interface PackedMovement {
  readonly movement: MovedStock;
  readonly source: PackSource;
}

interface Amount extends Pick<PackEntry, 'part' | 'cause' | 'ingredientId'> {
  readonly source: PackSource;
  /** Time of the cost. */
  readonly costMs: number;
  /** In hundredths of a millilitre. */
  readonly amount: number;
}

/**
 * Entries by part, in the order of `packParts`, then by ingredient in the order of the report, cause and time. Those of a
 * part and ingredient add up to the amount of the report, in ml and in cents; the menu prices of what is lost add up to
 * the lost sales.
 * @param report of the same lines and movements
 */
export function packOf({
  lines,
  movements,
  costs,
  report,
}: {
  readonly lines: readonly PackedLine[];
  readonly movements: readonly PackedMovement[];
  readonly costs: ReadonlyMap<string, readonly Cost[]>;
  readonly report: readonly IngredientLoss[];
}): PackEntry[] {
  const amounts = groupBy(
    [...lines.flatMap(amountsOfLine), ...movements.flatMap(amountsOfMovement)].filter(
      ({ amount }) => amount !== 0,
    ),
    ({ part, ingredientId }) => `${part} ${ingredientId}`,
  );
  const entries = report.flatMap((one) => entriesOf(one, amounts, costs));
  return packParts.flatMap((part) => entries.filter((entry) => entry.part === part));
}

function amountsOfLine({ line, cause, source }: PackedLine): Amount[] {
  return partsOf(line).flatMap(({ id, ...parts }) =>
    (['comped', 'wasted', 'overPoured'] as const).map((part) => ({
      part,
      cause: part === 'wasted' ? cause : null,
      ingredientId: id,
      source,
      costMs: line.atMs,
      amount: parts[part],
    })),
  );
}

const partOfKind: Readonly<Record<string, PackPart>> = {
  discarded: 'discarded',
  counted: 'unexplained',
  found: 'unexplained',
  removed: 'removed',
};

function amountsOfMovement({ movement, source }: PackedMovement): Amount[] {
  const { ingredientId, kind, atMs: costMs, ml } = movement;
  const part = partOfKind[kind];
  return part === undefined
    ? []
    : [{ part, cause: null, ingredientId, source, costMs, amount: -hundredths(ml) }];
}

/** Parts whose menu prices are the lost sales of the report. */
const lostParts: ReadonlySet<PackPart> = new Set(['wasted', 'overPoured', 'unexplained']);

/** Entries of an ingredient; what is not explained is left out where the report leaves it open. */
function entriesOf(
  { ingredientId, ml, salesCents }: IngredientLoss,
  amounts: ReadonlyMap<string, readonly Amount[]>,
  costs: ReadonlyMap<string, readonly Cost[]>,
): PackEntry[] {
  const of = costs.get(ingredientId) ?? [];
  const perHundredth = ml.sold <= 0 ? null : salesCents / (ml.sold * 100);
  const lost = runningRound();
  return packParts.flatMap((part) => {
    if (part === 'unexplained' && ml.unexplained === null) return [];
    const value = runningRound();
    const menu = lostParts.has(part) ? lost : runningRound();
    return (amounts.get(`${part} ${ingredientId}`) ?? [])
      .toSorted(
        (a, b) =>
          (a.cause ?? '').localeCompare(b.cause ?? '', 'en') || a.source.atMs - b.source.atMs,
      )
      .map(({ cause, source, costMs, amount }) => {
        const cost = costAt(of, costMs);
        return {
          ...source,
          part,
          cause,
          ingredientId,
          ml: amount / 100,
          cents: cost && value(cost, amount),
          menuCents: perHundredth === null ? null : menu(null, amount, perHundredth),
        };
      });
  });
}

/**
 * Rounds amounts one after the other, so that the rounded ones add up to their rounded sum. Whole amounts are added up
 * by what values them, and valued then.
 */
function runningRound() {
  const sums = new Map<Cost | null, number>();
  let given = 0;
  return (cost: Cost | null, amount: number, perHundredth = 0): number => {
    sums.set(cost, (sums.get(cost) ?? 0) + amount);
    const total = [...sums]
      .toSorted(([a], [b]) => (a?.fromMs ?? 0) - (b?.fromMs ?? 0))
      .reduce((sum, [of, all]) => sum + (of ? centsOf(all, of) : all * perHundredth), 0);
    const share = Math.round(total) - given;
    given += share;
    return share + 0;
  };
}

export interface PackSums {
  readonly ml: number;
  readonly cents: number | null;
  readonly menuCents: number | null;
}

/** Sum of entries; what is null for some is the sum of the others. */
export const sumOfPack = (entries: readonly PackEntry[]): PackSums => ({
  ml: entries.reduce((sum, { ml }) => sum + hundredths(ml), 0) / 100,
  cents: sumKnown(entries.map(({ cents }) => cents)),
  menuCents: sumKnown(entries.map(({ menuCents }) => menuCents)),
});

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

export interface PackLine extends PackSums {
  readonly part: PackPart;
  readonly cause: Cause | null;
  readonly ingredientId: string;
  readonly entries: readonly PackEntry[];
}

/** Entries of the same part, cause and ingredient together, in their order. */
export const linesOfPack = (entries: readonly PackEntry[]): PackLine[] =>
  [
    ...groupBy(
      entries,
      ({ part, cause, ingredientId }) => `${part} ${cause ?? ''} ${ingredientId}`,
    ).values(),
  ].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : [
          {
            part: first.part,
            cause: first.cause,
            ingredientId: first.ingredientId,
            entries: same,
            ...sumOfPack(same),
          },
        ];
  });
