import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import {
  type ExportKind,
  rawColumns,
  type RawType,
  type RawValue,
} from '../../rules/exports/raw-rows.ts';

/** Rows of a group, which is held in memory. */
const groupRows = 10_000;

const types = {
  text: 'STRING',
  whole: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
} as const satisfies Record<RawType, string>;

/**
 * Writes a Parquet file of rows in pieces; one group of rows is in memory at a time.
 * @param read reads the rows of a text
 */
export async function* parquetOf(
  kind: ExportKind,
  texts: AsyncIterable<string>,
  read: (text: string) => readonly RawValue[][],
): AsyncGenerator<Buffer> {
  const columns = Object.entries(rawColumns[kind]).map(([name, type]) => ({
    name,
    type: types[type],
    isWhole: type === 'whole',
    nullable: true,
  }));
  const emptyGroup = () => columns.map((column) => ({ ...column, data: [] as ParquetValue[] }));
  let group = emptyGroup();
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: group }).map(inUtc),
  });
  // The offset goes on: it is that of the file.
  const takePiece = (): Buffer => {
    const piece = Buffer.from(bytes.getBytes().slice());
    bytes.index = 0;
    return piece;
  };
  let rowsOfGroup = 0;
  const writeGroup = async (): Promise<void> => {
    await writer.write({ columnData: group, rowGroupSize: rowsOfGroup });
    group = emptyGroup();
    rowsOfGroup = 0;
  };
  for await (const text of texts) {
    for (const row of read(text)) {
      rowsOfGroup += 1;
      for (const [nth, { data, isWhole }] of group.entries()) {
        const value = row[nth] ?? null;
        data.push(isWhole && typeof value === 'number' ? BigInt(value) : value);
      }
    }
    if (rowsOfGroup < groupRows) continue;
    await writeGroup();
    yield takePiece();
  }
  if (rowsOfGroup > 0) await writeGroup();
  await writer.finish();
  yield takePiece();
}

type ParquetValue = RawValue | bigint;

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
