/** Maps the columns of a past-sales file to fields: recognised by name, or as mapped by the user. */
import { instantOf } from '../../lib/time-in-zone.ts';
import { importMessages } from './import-messages.ts';

const fields = [
  'soldAt',
  'date',
  'time',
  'drinkName',
  'amount',
  'unitPrice',
  'quantity',
  'tax',
  'tips',
  'fee',
  'paymentReader',
  'unitNumber',
] as const;

export type ImportField = (typeof fields)[number];

/**
 * Column names recognised automatically per field, the likelier name first. Compared by lower-case letters and digits
 * only, with `#` as "number". soldAt is date and time in one column; amount is for the whole line before tax and tips,
 * unitPrice for one drink.
 */
const knownNames: Readonly<Record<ImportField, readonly string[]>> = {
  soldAt: ['soldat', 'datetime', 'dateandtime', 'timestamp', 'transactiondatetime', 'createdat'],
  date: ['date', 'saledate', 'orderdate', 'transactiondate'],
  time: ['time', 'saletime', 'ordertime', 'transactiontime'],
  drinkName: [
    'drinkname',
    'drink',
    'coffeename',
    'beverage',
    'productname',
    'product',
    'itemname',
    'item',
    'menuitem',
    'name',
  ],
  amount: [
    'amount',
    'money',
    'lineamount',
    'linetotal',
    'saleamount',
    'subtotal',
    'price',
    'total',
  ],
  unitPrice: ['unitprice', 'priceeach', 'itemprice'],
  quantity: ['quantity', 'qty'],
  tax: ['tax', 'taxes', 'salestax', 'taxamount'],
  tips: ['tips', 'tip', 'tipamount', 'gratuity'],
  fee: ['processingfee', 'cardfee', 'fee', 'fees'],
  paymentReader: [
    'paymentreader',
    'reader',
    'terminal',
    'cashtype',
    'paymenttype',
    'paymentmethod',
    'paymentkind',
    'tender',
  ],
  unitNumber: ['unitnumber', 'unitno'],
};

/** Zero-based column of each field. */
export type ImportColumns = Readonly<Partial<Record<ImportField, number>>>;

/** Alternative fields for the same value: when one is mapped, or recognised first, the others are ignored. */
const rivals: Readonly<Partial<Record<ImportField, readonly ImportField[]>>> = {
  soldAt: ['date', 'time'],
  date: ['soldAt'],
  time: ['soldAt'],
  amount: ['unitPrice'],
  unitPrice: ['amount'],
};

const simplify = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^a-z0-9]/g, '');

function columnNamed(header: readonly string[], name: string): number {
  const exact = header.indexOf(name);
  const index = exact >= 0 ? exact : header.findIndex((own) => simplify(own) === simplify(name));
  if (index < 0) throw new RangeError(importMessages.unknownColumn(name, header.join(', ')));
  return index;
}

/** Columns named by the user; null for a field to ignore. */
function readMappings(header: readonly string[], mappings: readonly string[]) {
  const chosen = new Map<ImportField, number | null>();
  for (const mapping of mappings) {
    const at = mapping.indexOf('=');
    const field = fields.find(
      (own) => simplify(own) === simplify(mapping.slice(0, Math.max(at, 0))),
    );
    if (!field) throw new RangeError(importMessages.badMapping(mapping, fields.join(', ')));
    const name = mapping.slice(at + 1).trim();
    chosen.set(field, name === '' ? null : columnNamed(header, name));
  }
  return chosen;
}

function recognise(header: readonly string[], field: ImportField): number | undefined {
  const own = header.map(simplify);
  const name = knownNames[field].find((known) => own.includes(known));
  return name === undefined ? undefined : own.indexOf(name);
}

/**
 * Finds the columns of a file by its first line.
 * @param header the column names as read; white space and a byte order mark around them are ignored
 * @param mappings the user's mappings: `field=Column`, or `field=` to leave a field out
 * @throws RangeError with a message for a malformed mapping, an unknown column, and when no column is found for the
 * date, the drink name or the amount
 */
export function findColumns(
  header: readonly string[],
  mappings: readonly string[] = [],
): ImportColumns {
  const names = header.map((name) => name.trim());
  const chosen = readMappings(names, mappings);
  const columns: Partial<Record<ImportField, number>> = {};
  for (const field of fields) {
    const isReported = rivals[field]?.some(
      (rival) => typeof chosen.get(rival) === 'number' || columns[rival] !== undefined,
    );
    const index = chosen.has(field) || isReported ? chosen.get(field) : recognise(names, field);
    if (typeof index === 'number') columns[field] = index;
  }
  const isThere = (...oneOf: ImportField[]) => oneOf.some((field) => columns[field] !== undefined);
  const missing = [
    isThere('soldAt', 'date') ? [] : ['soldAt'],
    isThere('drinkName') ? [] : ['drinkName'],
    isThere('amount', 'unitPrice') ? [] : ['amount'],
  ].flat()[0];
  if (missing) throw new RangeError(importMessages.noColumn(missing, names.join(', ')));
  return columns;
}

// Parses dates and times in the formats of other systems.

const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?:\s?(?<half>[ap])\.?m\.?)?`;
const offset = String.raw`\s?(?<offset>z|utc|[+-]\d\d(?::?\d\d)?)`;
const yearFirst = new RegExp(
  String.raw`^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?:(?:t|,?\s)${time}(?:${offset})?)?$`,
  'i',
);
const monthFirst = new RegExp(
  String.raw`^(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4}|\d\d)(?:,?\s${time}(?:${offset})?)?$`,
  'i',
);

/** Hour of the day, 0 to 23; null for 13 PM and 24:00. */
function hourOfDay(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetMsOf(text: string): number {
  const digits = text.replace(':', '');
  if (!/^[+-]/.test(digits)) return 0;
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3) || 0);
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * Parses a date with or without a time: `3/1/2024 10:15` (month first, also `3/1/24` and `10:15 PM`), `2024-03-01
 * 10:15:50.520`, `2024-03-01T10:15:50Z`. A date alone means its midnight. Text without an offset is local time in the
 * zone: an ambiguous hour (clocks turned back) means the first, and a skipped one is read with the offset before the
 * change.
 * @param timezone IANA name
 * @returns epoch milliseconds, or null when the text is not an existing date
 */
export function parseDateTime(text: string, timezone: string): number | null {
  const found = yearFirst.exec(text) ?? monthFirst.exec(text);
  if (!found?.groups) return null;
  const { groups } = found;
  const number = (name: string) => Number(groups[name] ?? 0);
  const month = number('month');
  const day = number('day');
  const minute = number('minute');
  const second = number('second');
  const year = number('year') + (groups['year']?.length === 2 ? 2000 : 0);
  const hour = hourOfDay(number('hour'), groups['half']);
  if (hour === null || minute > 59 || second > 59) return null;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  // A nonexistent day or month rolls over into another month.
  if (midnight.getUTCMonth() !== month - 1) return null;

  const milliseconds = Number((groups['fraction'] ?? '').padEnd(3, '0').slice(0, 3));
  const wallMs = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  const ownOffset = groups['offset'];
  return ownOffset === undefined ? instantOf(wallMs, timezone) : wallMs - offsetMsOf(ownOffset);
}
