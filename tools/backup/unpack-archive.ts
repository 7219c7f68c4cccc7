/** Unpacks a verified backup: rows into their tables, inside a transaction, and files into a separate folder. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { contentsName, headerName, tableOfPart, type ArchiveContents } from './archive-shape.ts';
import { readArchive, type ArchiveEntry } from './read-archive.ts';
import { copyRowsIn } from './tables.queries.ts';

/** @param folder destination of the files, in the layout of the data folder */
export async function unpackArchive(
  path: string,
  { tables, files }: ArchiveContents,
  client: ClientBase,
  folder: string,
  stop: AbortSignal,
): Promise<void> {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  const hashOf = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  let open: { name: string; rows: TableFilling } | null = null;
  for await (const entry of readArchive(path, stop)) {
    const table = tableOfPart(entry.name);
    if (open !== null && open.name !== table) {
      await open.rows.end();
      open = null;
    }
    if (table !== null) {
      const columns: string[] = columnsOf.get(table) ?? [];
      open ??= { name: table, rows: fillTable(copyRowsIn(client, { name: table, columns })) };
      for await (const piece of entry.content) await open.rows.write(piece);
    } else if (entry.name !== headerName && entry.name !== contentsName) {
      await layFile(join(folder, entry.name), entry, hashOf.get(entry.name));
    }
  }
}

interface TableFilling {
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
}

function fillTable(rows: Writable): TableFilling {
  const done = finished(rows);
  done.catch(() => undefined);
  return {
    write: async (piece) => {
      // PostgreSQL reports rejected rows at the end of the stream.
      if (rows.destroyed || rows.errored) return done;
      if (rows.write(piece)) return;
      await Promise.race([done, new Promise<void>((resolve) => rows.once('drain', resolve))]);
    },
    end: () => {
      rows.end();
      return done;
    },
  };
}

async function layFile(
  path: string,
  entry: ArchiveEntry,
  sha256: string | undefined,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  const hashed = async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  };
  const mode = entry.name.includes('/') ? 0o644 : 0o600;
  await pipeline(
    entry.content,
    hashed,
    createWriteStream(path, { flags: 'wx', mode, flush: true }),
  );
  if (hash.digest('hex') !== sha256) throw new Error(`${entry.name} was changed while it was read`);
}
