/** Maps the columns of a past-sales file to fields: by the system it is from, by name, or as mapped by the user. */
import type { DateOrder } from './import-dates.ts';
import { importMessages } from './import-messages.ts';
import { findStateColumns, type StateColumn } from './import-states.ts';

/** Fields of a sale that a column can be. */
export const importFields = [
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
  'orderId',
] as const;

export type ImportField = (typeof importFields)[number];

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
    'lineitemname',
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
    'netprice',
    'netsales',
    'netamount',
    'subtotal',
    'price',
    'total',
  ],
  unitPrice: ['unitprice', 'priceeach', 'itemprice', 'lineitemprice'],
  quantity: ['quantity', 'qty', 'lineitemquantity'],
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
  // The first line of an order may state what holds for all of its lines.
  orderId: ['orderid', 'ordernumber', 'orderno', 'receiptnumber', 'transactionid', 'saleid'],
};

interface KnownSystem {
  readonly name: string;
  /** Columns that only its files have together. */
  readonly has: readonly string[];
  readonly columns: Readonly<Partial<Record<ImportField, readonly string[]>>>;
  readonly dates?: DateOrder;
  /** True where lines below zero take back an earlier sale. */
  readonly hasRefundLines?: true;
  /** Column with the kind of each line, and the kinds that are items. */
  readonly itemLines?: { readonly column: string; readonly kinds: readonly string[] };
}

/** Systems whose exports are known, by their columns. Names that mean something else elsewhere are only here. */
const knownSystems: readonly KnownSystem[] = [
  {
    name: 'Barback',
    has: ['id', 'drinkname', 'servings', 'price', 'processingfee', 'status', 'unitnumber'],
    columns: { amount: ['price'], orderId: ['id'] },
  },
  {
    name: 'Toast',
    has: ['menuitem', 'netprice', 'void'],
    columns: {
      soldAt: ['orderdate', 'sentdate'],
      drinkName: ['menuitem'],
      amount: ['netprice'],
    },
    dates: 'month-first',
  },
  {
    name: 'Square',
    has: ['item', 'netsales', 'eventtype', 'transactionid'],
    columns: { amount: ['netsales'], drinkName: ['item'], paymentReader: ['devicename'] },
    dates: 'month-first',
    hasRefundLines: true,
  },
  {
    name: 'Clover',
    has: ['lineitemdate', 'itemname', 'orderid'],
    columns: {
      soldAt: ['lineitemdate'],
      drinkName: ['itemname'],
      amount: ['itemtotal', 'itemrevenue'],
      quantity: ['itemquantity', 'quantity', 'perunitquantity'],
    },
    dates: 'month-first',
  },
  {
    name: 'Lightspeed',
    has: ['receiptnumber', 'linetype', 'details', 'status'],
    columns: {
      soldAt: ['date'],
      drinkName: ['details'],
      amount: ['subtotal'],
      paymentReader: ['register'],
    },
    itemLines: { column: 'linetype', kinds: ['sale line', 'sale item'] },
    hasRefundLines: true,
  },
  {
    name: 'Lightspeed',
    has: ['saleid', 'description', 'qty', 'retail'],
    columns: { drinkName: ['description'], amount: ['subtotal', 'total'], unitPrice: ['retail'] },
    hasRefundLines: true,
  },
  {
    name: 'Shopify',
    has: ['name', 'financialstatus', 'lineitemname', 'lineitemprice', 'lineitemquantity'],
    columns: { soldAt: ['createdat', 'paidat'], unitPrice: ['lineitemprice'], orderId: ['name'] },
  },
  {
    name: 'WooCommerce',
    has: ['orderstatus', 'orderdate', 'itemname'],
    columns: {
      soldAt: ['orderdate'],
      drinkName: ['itemname'],
      amount: ['orderlinesubtotal', 'itemsubtotal', 'linesubtotal', 'orderlinetotal', 'itemtotal'],
      unitPrice: ['itemcost', 'itemprice'],
      quantity: ['quantity', 'itemquantity'],
      tax: ['orderlinetax', 'itemtax'],
    },
  },
  {
    name: 'Nayax',
    has: ['machineautime', 'settlementvalue'],
    columns: {
      soldAt: ['machineautime'],
      drinkName: ['productname', 'productselectioninfo', 'selectioninfo'],
      amount: ['settlementvalue'],
    },
  },
  {
    name: 'Cantaloupe',
    has: ['device', 'transactiontype', 'cardnumber', 'item'],
    columns: { soldAt: ['timestamp', 'transactiondate', 'transactiontime'], drinkName: ['item'] },
    dates: 'month-first',
  },
];

/** Zero-based column of each field. */
export type ImportColumns = Readonly<Partial<Record<ImportField, number>>>;

/** Reason for the choice of a column. */
export type ColumnReason = 'mapped' | 'system' | 'name';

export interface FileColumns {
  /** System that the file is from, such as Toast; null when it is not known. */
  readonly system: string | null;
  readonly columns: ImportColumns;
  readonly reasons: Readonly<Partial<Record<ImportField, ColumnReason>>>;
  /** Columns that may mean the same field, the chosen one first, where only their names speak for it. */
  readonly rivals: Readonly<Partial<Record<ImportField, readonly number[]>>>;
  readonly states: readonly StateColumn[];
  /** Of the system; null when it is not known. */
  readonly dates: DateOrder | null;
  readonly hasRefundLines: boolean;
  /** Column with the kind of each line, and the kinds that are items; null where all lines are. */
  readonly itemLines: { readonly index: number; readonly kinds: readonly string[] } | null;
}

/** Alternative fields for the same value: when one is mapped, or recognised first, the others are ignored. */
const alternatives: Readonly<Partial<Record<ImportField, readonly ImportField[]>>> = {
  soldAt: ['date', 'time'],
  date: ['soldAt'],
  time: ['soldAt'],
  amount: ['unitPrice'],
  unitPrice: ['amount'],
};

/** Fields of which a wrong column would go unnoticed. */
export const doubtfulFields: readonly ImportField[] = ['amount', 'drinkName'];

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

/** Thrown where no column is found for fields that every file needs. */
export class MissingColumns extends RangeError {
  readonly header: readonly string[];
  readonly fields: readonly ImportField[];

  constructor(header: readonly string[], fields: readonly [ImportField, ...ImportField[]]) {
    super(importMessages.noColumn(fields[0], header.join(', ')));
    this.header = header;
    this.fields = fields;
  }
}

/** Columns named by the user; null for a field to ignore. */
function readMappings(header: readonly string[], mappings: readonly string[]) {
  const chosen = new Map<ImportField, number | null>();
  for (const mapping of mappings) {
    const at = mapping.indexOf('=');
    const field = importFields.find(
      (own) => simplify(own) === simplify(mapping.slice(0, Math.max(at, 0))),
    );
    if (!field) throw new RangeError(importMessages.badMapping(mapping, importFields.join(', ')));
    const name = mapping.slice(at + 1).trim();
    chosen.set(field, name === '' ? null : columnNamed(header, name));
  }
  return chosen;
}

/** Indices of the columns with one of these names, in the order of the names. */
const indicesOf = (own: readonly string[], names: readonly string[]): number[] =>
  names.flatMap((name) => (own.includes(name) ? [own.indexOf(name)] : []));

/**
 * Finds the columns of a file by its line of column names.
 * @param header the column names as read; white space and a byte order mark around them are ignored
 * @param mappings the user's mappings: `field=Column`, or `field=` to leave a field out
 * @throws RangeError with a message for a malformed mapping and an unknown column; MissingColumns when no column is found
 * for the date, the drink name or the amount
 */
export function findFileColumns(
  header: readonly string[],
  mappings: readonly string[] = [],
): FileColumns {
  const names = header.map((name) => name.replace(/^\ufeff/, '').trim());
  const own = names.map(simplify);
  const chosen = readMappings(names, mappings);
  const system = knownSystems.find(({ has }) => has.every((name) => own.includes(name)));
  const columns: Partial<Record<ImportField, number>> = {};
  const reasons: Partial<Record<ImportField, ColumnReason>> = {};
  const rivals: Partial<Record<ImportField, number[]>> = {};
  const take = (field: ImportField, index: number | null | undefined, reason: ColumnReason) => {
    if (typeof index !== 'number') return;
    columns[field] = index;
    reasons[field] = reason;
  };
  for (const [field, index] of chosen) take(field, index, 'mapped');
  const isFound = (field: ImportField) =>
    chosen.has(field) ||
    columns[field] !== undefined ||
    (alternatives[field] ?? []).some((other) => columns[other] !== undefined);
  for (const field of importFields) {
    if (!isFound(field)) take(field, indicesOf(own, system?.columns[field] ?? [])[0], 'system');
  }
  for (const field of importFields) {
    if (isFound(field)) continue;
    const [index, ...others] = indicesOf(own, knownNames[field]);
    take(field, index, 'name');
    if (index !== undefined && others.length > 0 && doubtfulFields.includes(field))
      rivals[field] = [index, ...others];
  }
  const isThere = (...oneOf: ImportField[]) => oneOf.some((field) => columns[field] !== undefined);
  const needed: [ImportField, ...ImportField[]][] = [
    ['soldAt', 'date'],
    ['drinkName'],
    ['amount', 'unitPrice'],
  ];
  const [missing, ...more] = needed.flatMap((oneOf) => (isThere(...oneOf) ? [] : [oneOf[0]]));
  if (missing) throw new MissingColumns(names, [missing, ...more]);
  const used = new Set(Object.values(columns));
  return {
    system: system?.name ?? null,
    columns,
    reasons,
    rivals: Object.fromEntries(
      Object.entries(rivals)
        .map(([field, [own, ...others]]) => [
          field,
          [own, ...others.filter((one) => !used.has(one))],
        ])
        .filter(([, indices]) => (indices?.length ?? 0) > 1),
    ),
    states: findStateColumns(own, names).filter(({ index }) => !used.has(index)),
    dates: system?.dates ?? null,
    hasRefundLines: system?.hasRefundLines ?? false,
    itemLines: system?.itemLines
      ? { index: own.indexOf(system.itemLines.column), kinds: system.itemLines.kinds }
      : null,
  };
}
