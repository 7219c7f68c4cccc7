/** Prices of drinks from a table, such as one that is pasted from a spreadsheet. */
import { type TableCell, unguard } from '../../lib/csv-cell.ts';
import { groupBy } from '../../lib/lists.ts';
import { dollarsOf } from '../../lib/price-text.ts';

/** A drink as it is listed, in dollars. */
export interface ListedDrink {
  readonly id: string;
  readonly name: string;
  readonly unitNumber: number;
  readonly price: number;
  /** Where the venue sells doubles. */
  readonly doublePrice?: number | undefined;
}

/** A price in place of the one that is listed, in dollars. */
export interface NewPrice {
  readonly id: string;
  readonly price: number;
  readonly doublePrice?: number;
  readonly expected: number;
}

export interface ReadPrices {
  readonly prices: readonly NewPrice[];
  /** Drinks whose prices are those of the table already. */
  readonly unchanged: number;
  /** Lines that are left out, each with its reason. */
  readonly notRead: readonly string[];
}

export const priceTableMessages = {
  noColumns: 'Begin with a line that names the columns: Drink and Price, or also Unit and Double',
  otherCount: (prices: number, drinks: number) =>
    `There are ${prices} prices for ${drinks} drinks: paste one for each, in the order of the list`,
  noPrice: (line: number, text: string) => `Line ${line}: “${text}” is no price`,
  noDrink: (line: number, name: string) => `Line ${line}: there is no drink “${name}”`,
  severalDrinks: (line: number, name: string) =>
    `Line ${line}: there are several drinks “${name}”: name the unit too`,
  twice: (line: number, name: string) => `Line ${line}: “${name}” is in the table twice`,
} as const;

const columns = {
  id: ['id'],
  name: ['drink', 'name'],
  unit: ['unit'],
  price: ['price'],
  double: ['double', 'double price'],
} as const;
type Column = keyof typeof columns;

/** The columns of a table of prices, as `readPriceTable` reads them; doubles only where they are sold. */
export function priceTableOf(drinks: readonly ListedDrink[], withDouble: boolean) {
  return {
    head: ['Drink', 'Unit', 'Price', ...(withDouble ? ['Double'] : []), 'Id'],
    rows: drinks.map(({ id, name, unitNumber, price, doublePrice = 0 }): TableCell[] => [
      name,
      unitNumber,
      price,
      ...(withDouble ? [doublePrice] : []),
      id,
    ]),
  };
}

/**
 * Reads prices from the cells of a table: one column with a price for each of the chosen drinks, in their order, where
 * an empty cell leaves the price; or columns with names, which name drinks among all.
 */
export function readPriceTable(
  cells: readonly (readonly string[])[],
  { all, chosen }: { all: readonly ListedDrink[]; chosen: readonly ListedDrink[] },
): ReadPrices {
  const rows = cells.map((row) => row.map((cell) => unguard(cell).trim()));
  while (rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  if (rows.every((row) => row.slice(1).every((cell) => cell === '')))
    return readColumn(
      rows.map(([cell = '']) => cell),
      chosen,
    );
  return readNamed(rows, all);
}

const nothing: ReadPrices = { prices: [], unchanged: 0, notRead: [] };

function readColumn(cells: readonly string[], chosen: readonly ListedDrink[]): ReadPrices {
  const [first = ''] = cells;
  const skipped = columns.price.some((name) => name === first.toLowerCase()) ? 1 : 0;
  const prices = cells.slice(skipped);
  if (prices.length === 0) return nothing;
  if (prices.length !== chosen.length)
    return { ...nothing, notRead: [priceTableMessages.otherCount(prices.length, chosen.length)] };
  return collect(
    chosen.map((drink, nth) => ({ line: nth + 1 + skipped, drink, price: prices[nth] ?? '' })),
  );
}

function readNamed(rows: readonly (readonly string[])[], all: readonly ListedDrink[]): ReadPrices {
  const [head = [], ...lines] = rows;
  const names = head.map((cell) => cell.toLowerCase());
  const at = (column: Column) =>
    names.findIndex((name) => columns[column].some((one) => one === name));
  const places = {
    id: at('id'),
    name: at('name'),
    unit: at('unit'),
    price: at('price'),
    double: at('double'),
  };
  if (places.price < 0 || (places.name < 0 && places.id < 0))
    return { ...nothing, notRead: [priceTableMessages.noColumns] };
  const byId = new Map(all.map((drink) => [drink.id, drink]));
  const byName = groupBy(all, ({ name }) => name.toLowerCase());
  const found: TableLine[] = [];
  const notRead: string[] = [];
  for (const [nth, row] of lines.entries()) {
    const line = nth + 2;
    const [id = '', name = '', unit = ''] = [row[places.id], row[places.name], row[places.unit]];
    if (row.every((cell) => cell === '')) continue;
    const known = byId.get(id);
    const named = known
      ? [known]
      : (byName.get(name.toLowerCase()) ?? []).filter(
          ({ unitNumber }) => unit === '' || unit === String(unitNumber),
        );
    const [drink] = named;
    if (drink && named.length === 1)
      found.push({ line, drink, price: row[places.price] ?? '', double: row[places.double] });
    else if (drink) notRead.push(priceTableMessages.severalDrinks(line, name));
    else notRead.push(priceTableMessages.noDrink(line, name || id));
  }
  const read = collect(found);
  return { ...read, notRead: [...notRead, ...read.notRead] };
}

interface TableLine {
  readonly line: number;
  readonly drink: ListedDrink;
  readonly price: string;
  readonly double?: string | undefined;
}

/** Prices that differ from those that are listed. */
function collect(lines: readonly TableLine[]): ReadPrices {
  const prices: NewPrice[] = [];
  const notRead: string[] = [];
  const seen = new Set<string>();
  let unchanged = 0;
  for (const { line, drink, price, double = '' } of lines) {
    const { id, name, price: expected, doublePrice } = drink;
    const isDoubleSold = doublePrice !== undefined && double !== '';
    const single = price === '' ? expected : dollarsOf(price);
    const asDouble = isDoubleSold ? dollarsOf(double) : undefined;
    if (single === null) notRead.push(priceTableMessages.noPrice(line, price));
    else if (asDouble === null) notRead.push(priceTableMessages.noPrice(line, double));
    else if (seen.has(id)) notRead.push(priceTableMessages.twice(line, name));
    else if (single === expected && (asDouble === undefined || asDouble === doublePrice))
      unchanged += 1;
    else
      prices.push({
        id,
        price: single,
        ...(asDouble !== undefined && { doublePrice: asDouble }),
        expected,
      });
    seen.add(id);
  }
  return { prices, unchanged, notRead };
}
