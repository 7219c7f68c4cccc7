/** Raw rows for other programs: columns with their types, and rows as text. */
import { csvText } from '../../lib/csv-cell.ts';

export const exportKinds = ['sales', 'lines', 'pours', 'refunds', 'movements'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportFormats = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Times are UTC; whole numbers are amounts in cents where the name ends with `_cents`. */
export type RawType = 'text' | 'whole' | 'number' | 'boolean' | 'time';

const ofSale = { sale_id: 'text', sold_at: 'time' } as const;

/** Columns of each kind, in their order. */
export const rawColumns: Readonly<Record<ExportKind, Readonly<Record<string, RawType>>>> = {
  sales: {
    ...ofSale,
    received_at: 'time',
    unit_number: 'whole',
    entered_by: 'text',
    price_cents: 'whole',
    tax_cents: 'whole',
    tip_cents: 'whole',
    fee_cents: 'whole',
    payment_reader: 'text',
    payment_provider: 'text',
    payment_reference: 'text',
    card_last4: 'text',
  },
  lines: {
    ...ofSale,
    line: 'whole',
    drink_id: 'text',
    drink: 'text',
    quantity: 'whole',
    poured_quantity: 'whole',
    is_double: 'boolean',
    list_price_cents: 'whole',
    price_cents: 'whole',
    tax_cents: 'whole',
    tip_cents: 'whole',
    fee_cents: 'whole',
    refunded_at: 'time',
    refunded_quantity: 'whole',
    refunded_tax_cents: 'whole',
    refunded_tip_cents: 'whole',
  },
  pours: {
    ...ofSale,
    line: 'whole',
    pour: 'whole',
    ingredient_id: 'text',
    position: 'whole',
    ml: 'number',
    ms: 'whole',
    outcome: 'text',
  },
  refunds: {
    ...ofSale,
    line: 'whole',
    refund_id: 'text',
    number: 'whole',
    state: 'text',
    glasses: 'whole',
    amount_cents: 'whole',
    tax_cents: 'whole',
    tip_cents: 'whole',
    provider: 'text',
    requested_at: 'time',
    settled_at: 'time',
  },
  movements: {
    movement_id: 'text',
    at: 'time',
    unit_id: 'text',
    position: 'whole',
    ingredient_id: 'text',
    kind: 'text',
    ml: 'number',
    bottles: 'number',
    level_before_ml: 'number',
    level_after_ml: 'number',
    note: 'text',
  },
};

/** First line of a CSV file. */
export const rawCsvHead = (kind: ExportKind): string =>
  `${Object.keys(rawColumns[kind]).join(',')}\r\n`;

/** Line of a CSV file; texts are guarded against formulas, and null is an empty cell. */
export const rawCsvLine = (
  cells: readonly { readonly text: string; readonly type: RawType }[],
): string =>
  `${cells.map(({ text, type }) => (type === 'text' ? csvText(text) : text)).join(',')}\r\n`;

/** Place in an export, from which it continues: time and id of a sale, or of a movement. */
export interface ExportPlace {
  readonly at: Date;
  readonly id: string;
}

const placeForm =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Null for any other text. */
export function readPlace(text: string): ExportPlace | null {
  const [, time, id] = placeForm.exec(text) ?? [];
  if (time === undefined || id === undefined) return null;
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : { at, id };
}

export const exportKindLabels: Readonly<Record<ExportKind, string>> = {
  sales: 'Sales',
  lines: 'Lines of sales',
  pours: 'Pours',
  refunds: 'Refunds',
  movements: 'Stock movements',
};

export const exportFormatLabels: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
};

export const rawExportMessages = {
  badPlace: 'Use sold_at and sale_id of a row, such as 2026-11-20T22:15:04.000Z_01a2…',
} as const;
