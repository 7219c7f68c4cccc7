import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { copyField, copyLines } from '../../lib/copy-text.ts';
import { type ExportKind, rawColumns, type RawType } from '../../rules/exports/raw-rows.ts';
import { paymentReference } from '../../rules/orders/payment-provider.ts';

/** Rows of a group, which is held in memory. */
const groupRows = 10_000;

const types = {
  text: 'STRING',
  whole: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
} as const satisfies Record<RawType, string>;

type ParquetValue = string | number | bigint | boolean | Date | null;

const readers: Readonly<Record<RawType, (text: string) => ParquetValue>> = {
  text: (text) => text,
  whole: BigInt,
  number: Number,
  boolean: (text) => text === 'true',
  time: (text) => new Date(Number(text)),
};

/** Takes rows in COPY text format and returns the bytes of a Parquet file as groups of them are full. */
export function parquetFile(kind: ExportKind): {
  add(rows: string): Uint8Array;
  end(): Uint8Array;
} {
  const columns = Object.entries(rawColumns[kind]).map(([name, type]) => ({
    name,
    type: types[type],
    nullable: true,
    // Ranges of times let a reader skip groups; those of other columns would cost a quarter of the time.
    statistics: type === 'time',
  }));
  const read = Object.entries(rawColumns[kind]).map(([name, type]) =>
    name === 'payment_reference' ? paymentReference : readers[type],
  );
  const emptyGroup = () => columns.map((column) => ({ ...column, data: [] as ParquetValue[] }));
  let group = emptyGroup();
  let rowsOfGroup = 0;
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: group }).map(inUtc),
  });
  const writeGroup = (): void => {
    void writer.write({ columnData: group, rowGroupSize: rowsOfGroup });
    group = emptyGroup();
    rowsOfGroup = 0;
  };
  // The offset goes on: it is that of the file.
  const takePiece = (): Uint8Array => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  return {
    add: (rows) => {
      for (const line of copyLines(rows)) {
        const fields = line.split('\t');
        rowsOfGroup += 1;
        for (const [nth, { data }] of group.entries()) {
          const text = copyField(fields[nth] ?? '');
          data.push(text === null ? null : (read[nth]?.(text) ?? null));
        }
      }
      if (rowsOfGroup >= groupRows) writeGroup();
      return takePiece();
    },
    end: () => {
      if (rowsOfGroup > 0) writeGroup();
      void writer.finish();
      return takePiece();
    },
  };
}

type SchemaElement = ReturnType<typeof schemaFromColumnData>[number];

/** The writer's own type of times has no time zone. */
const inUtc = (element: SchemaElement): SchemaElement =>
  element.converted_type === 'TIMESTAMP_MILLIS'
    ? {
        name: element.name,
        type: 'INT64',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        repetition_type: 'OPTIONAL',
      }
    : element;
