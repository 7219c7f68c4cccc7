/** Preview of an import, which stores nothing. */
import { dateAndTimeIn } from '../../lib/time-in-zone.ts';
import type { ImportChoices, ImportFormat } from '../../rules/imports/import-lines.ts';
import { surveyFile, type Surveyed } from '../../rules/imports/import-survey.ts';
import type { AppDeps } from '../shared/deps.ts';
import { amountOf, type ImportCounts, noCounts, readSales, type Unstored } from './import-sales.ts';
import {
  type ImportTarget,
  listKnownDrinkNames,
  type PastSale,
  selectNewSales,
} from './import-orders.queries.ts';
import type { SalesFile } from './file/sales-file.ts';

/** Reads the whole file for what it shows: order of day and month, sign before decimals, states. */
export async function surveyImport(
  file: SalesFile,
  choices: ImportChoices,
  timezone: string,
): Promise<Surveyed> {
  const survey = surveyFile(file.header, file.columns, choices);
  for await (const { lines } of file.parts()) {
    for (const { cells, broken, line } of lines) if (broken === null) survey.take(cells, line);
  }
  return survey.result(timezone);
}

/** Lines of the same kind. */
export interface LinesOfReason {
  reason: string;
  isRejected: boolean;
  count: number;
  /** Numbers of the first ones. */
  lines: number[];
}

export interface ImportPreview extends ImportCounts {
  /** Lines below the column names. */
  lines: number;
  /** Lines that take earlier sales back; which ones shows once these are stored. */
  refundLines: number;
  unstored: LinesOfReason[];
  /** By the date in the zone of the file; the first ones where there are more than ten years. */
  days: { day: string; sales: number; amountCents: number }[];
  /** Names that are neither on the menu nor sold before, the commonest first, at most a hundred. */
  newDrinks: { name: string; sales: number }[];
}

const mostDays = 3_660;
const mostNames = 5_000;
const mostNewDrinks = 100;
const mostLines = 100;

/** Reads the whole file as it would be imported, and looks up which of its sales are stored already. */
export async function previewImport(
  { db }: Pick<AppDeps, 'db'>,
  { place, file, format }: { place: ImportTarget; file: SalesFile; format: ImportFormat },
): Promise<ImportPreview> {
  const counts = noCounts();
  const unstored = new Map<string, LinesOfReason>();
  const days = new Map<string, { sales: number; amountCents: number }>();
  const names = new Map<string, number>();

  async function count(sales: readonly PastSale[]): Promise<void> {
    const added = await selectNewSales(db, place, sales, null);
    counts.stored += added.length;
    counts.alreadyThere += sales.length - added.length;
    const kept = added.filter(({ isRefunded }) => !isRefunded);
    counts.refunded += added.length - kept.length;
    counts.amountCents += amountOf(kept);
    for (const sale of added) {
      const { date } = dateAndTimeIn(sale.sold_at.getTime(), format.timezone);
      const day = days.get(date) ?? { sales: 0, amountCents: 0 };
      if (days.size >= mostDays && day.sales === 0) continue;
      day.sales += 1;
      day.amountCents += sale.isRefunded ? 0 : amountOf([sale]);
      days.set(date, day);
    }
    for (const { drink } of added) {
      if (names.size < mostNames || names.has(drink.name))
        names.set(drink.name, (names.get(drink.name) ?? 0) + 1);
    }
  }

  function note({ line, reason, isRejected }: Unstored): void {
    const key = `${isRejected} ${reason}`;
    const found = unstored.get(key) ?? { reason, isRejected, count: 0, lines: [] };
    unstored.set(key, found);
    found.count += 1;
    if (found.lines.length < mostLines) found.lines.push(line.line);
    counts[isRejected ? 'rejected' : 'leftOut'] += 1;
  }

  const refunds = await readSales(file.parts(), place, format, {
    sales: count,
    unstored: async (some) => some.forEach(note),
  });
  const { stored, alreadyThere, leftOut, rejected } = counts;
  const known = await listKnownDrinkNames(db, place.venueId, [...names.keys()]);
  return {
    ...counts,
    lines: stored + alreadyThere + leftOut + rejected + refunds.length,
    refundLines: refunds.length,
    unstored: [...unstored.values()].toSorted((one, other) => other.count - one.count),
    days: [...days]
      .map(([day, sums]) => ({ day, ...sums }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
    newDrinks: [...names]
      .filter(([name]) => !known.has(name))
      .map(([name, sales]) => ({ name, sales }))
      .toSorted((one, other) => other.sales - one.sales)
      .slice(0, mostNewDrinks),
  };
}
