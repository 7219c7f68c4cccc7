import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import {
  type ExportKind,
  rawColumns,
  type RawRow,
  type RawType,
  type RawValue,
} from '../../rules/exports/raw-rows.ts';

/** Rows of a group, which is held in memory. */
const groupRows = 20_000;

const types = {
  text: 'STRING',
  whole: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
} as const satisfies Record<RawType, string>;

/** Writes a Parquet file of pages of rows in pieces; one group of rows is in memory at a time. */
export async function* parquetOf(
  kind: ExportKind,
  pages: AsyncIterable<readonly RawRow[]>,
): AsyncGenerator<Buffer> {
  const columns = Object.entries(rawColumns[kind]);
  const sourcesOf = (rows: readonly RawRow[]) =>
    columns.map(([name, type]) => ({
      name,
      data: rows.map((row) => valueOf(row[name], type)),
      type: types[type],
      nullable: true,
    }));
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: sourcesOf([]) }).map(inUtc),
  });
  // The offset goes on: it is that of the file.
  const takePiece = (): Buffer => {
    const piece = Buffer.from(bytes.getBytes().slice());
    bytes.index = 0;
    return piece;
  };
  let group: RawRow[] = [];
  for await (const rows of pages) {
    group.push(...rows);
    if (group.length < groupRows) continue;
    await writer.write({ columnData: sourcesOf(group), rowGroupSize: group.length });
    group = [];
    yield takePiece();
  }
  if (group.length > 0)
    await writer.write({ columnData: sourcesOf(group), rowGroupSize: group.length });
  await writer.finish();
  yield takePiece();
}

function valueOf(value: RawValue | undefined, type: RawType) {
  if (value === null || value === undefined) return null;
  return type === 'whole' ? BigInt(Number(value)) : value;
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
