import type { EndpointResponse } from '../../contract/endpoints.ts';
import { byteOrderMark, csvCents, csvLine, csvText } from '../../lib/csv-cell.ts';
import { toDollars } from '../../lib/money.ts';
import { packLabels, wasteCauses } from '../../rules/loss/loss-text.ts';
import {
  linesOfPack,
  type PackEntry,
  packParts,
  type PackSums,
  sumOfPack,
} from '../../rules/loss/pack.ts';
import type { LossPack } from './get-loss-pack.ts';

type LossPackView = EndpointResponse<'getLossPack'>;

/** Sales and movements that a line shows. */
const mostEntries = 100;

export function lossPackView(month: string, pack: LossPack): LossPackView {
  const { from, to, entries, ingredients, units } = pack;
  return {
    month,
    from,
    to,
    parts: packParts.flatMap((part) => {
      const of = entries.filter((entry) => entry.part === part);
      return of.length === 0 ? [] : [{ part, ...sumsView(sumOfPack(of)) }];
    }),
    lines: linesOfPack(entries).map(({ part, cause, ingredientId, entries: all, ...sums }) => {
      const { name = '', size_ml: sizeMl = 0 } = ingredients.get(ingredientId) ?? {};
      return {
        part,
        cause,
        ingredientId,
        name,
        sizeMl,
        bottles: bottlesOf(sums.ml, sizeMl),
        ...sumsView(sums),
        count: all.length,
        entries: greatest(all).map(({ atMs, unitId, ...entry }) => ({
          at: new Date(atMs).toISOString(),
          unit: units.get(unitId) ?? '',
          position: entry.position,
          orderId: entry.orderId,
          movementId: entry.movementId,
          note: entry.note,
          ...sumsView(entry),
        })),
      };
    }),
  };
}

const sumsView = ({ ml, cents, menuCents }: PackSums) => ({
  ml,
  cost: cents === null ? null : toDollars(cents),
  menuPrice: menuCents === null ? null : toDollars(menuCents),
});

const bottlesOf = (ml: number, sizeMl: number): number =>
  sizeMl === 0 ? 0 : Number((ml / sizeMl).toFixed(4)) + 0;

const greatest = (entries: readonly PackEntry[]): PackEntry[] =>
  entries
    .toSorted((a, b) => Math.abs(b.ml) - Math.abs(a.ml))
    .slice(0, mostEntries)
    .toSorted((a, b) => a.atMs - b.atMs);

const head = [
  'Part',
  'Cause',
  'Ingredient',
  'Time (UTC)',
  'Unit',
  'Position',
  'Sale',
  'Movement',
  'Note',
  'Millilitres',
  'Bottles',
  'Cost',
  'Menu price',
];

/** Lines of the file; numbers are plain decimals. */
export function* lossPackCsv({ entries, ingredients, units }: LossPack): Generator<string> {
  yield byteOrderMark + csvLine(head);
  for (const entry of entries) {
    const { name = '', size_ml: sizeMl = 0 } = ingredients.get(entry.ingredientId) ?? {};
    const texts = [
      packLabels[entry.part],
      entry.cause === null ? '' : wasteCauses[entry.cause],
      name,
      new Date(entry.atMs).toISOString(),
      units.get(entry.unitId) ?? '',
      entry.position === null ? '' : String(entry.position),
      entry.orderId ?? '',
      entry.movementId ?? '',
      entry.note,
    ];
    const numbers = [
      entry.ml.toFixed(2),
      String(bottlesOf(entry.ml, sizeMl)),
      centsText(entry.cents),
      centsText(entry.menuCents),
    ];
    yield `${[...texts.map(csvText), ...numbers].join(',')}\r\n`;
  }
}

const centsText = (cents: number | null): string => (cents === null ? '' : csvCents(cents));
