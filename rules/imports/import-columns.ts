/** Maps the columns of a past-sales file to fields: recognised by name, or as mapped by the user. */
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
