import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { partName, type CopiedTable } from './archive-shape.ts';
import { copyRowsOut, type TableToCopy } from './tables.queries.ts';
import type { ArchiveWriter } from './write-archive.ts';

// A tar entry starts with its size, so one part of a table is buffered at a time.
const partBytes = 4 * 1024 * 1024;
const lineFeed = 10;

/** Reads a table in key order, passes on one part at a time, and returns its summary. */
export async function readTable(
  client: ClientBase,
  table: TableToCopy,
  take: (part: Buffer, number: number) => Promise<void>,
): Promise<CopiedTable> {
  const hash = createHash('sha256');
  let held: Buffer[] = [];
  let heldBytes = 0;
  let [rows, bytes, parts] = [0, 0, 0];
  const hand = async (): Promise<void> => {
    parts += 1;
    await take(Buffer.concat(held), parts);
    held = [];
    heldBytes = 0;
  };
  const copied: AsyncIterable<Buffer> = copyRowsOut(client, table);
  for await (const chunk of copied) {
    hash.update(chunk);
    rows += countLines(chunk);
    bytes += chunk.length;
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= partBytes) await hand();
  }
  if (heldBytes > 0) await hand();
  const { name, columns } = table;
  return { name, columns, rows, bytes, sha256: hash.digest('hex') };
}

export const addTable = (
  archive: ArchiveWriter,
  client: ClientBase,
  table: TableToCopy,
): Promise<CopiedTable> =>
  readTable(client, table, (part, number) => archive.add(partName(table.name, number), part));

/** Current summary of a table, for comparison with the copied one. */
export const describeTable = (client: ClientBase, table: TableToCopy): Promise<CopiedTable> =>
  readTable(client, table, () => Promise.resolve());

/** COPY escapes line feeds inside values, so each one ends a row. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
  return lines;
}
