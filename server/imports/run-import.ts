import type { ImportFormat } from '../../rules/imports/import-lines.ts';
import type { Db } from '../../db/tables/tables.ts';
import { inBatches } from '../../lib/lists.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { type ImportCounts, importSales, type Unstored } from './import-sales.ts';
import type { ImportTarget } from './import-orders.queries.ts';
import { insertImport, insertRejectedLines, updateImport } from './imports.queries.ts';
import type { SalesFile } from './file/sales-file.ts';

/** Stores the record of an import that begins; returns its id. */
export async function beginImport(
  db: Db,
  at: Date,
  { place, file, fileName, startedBy }: NewImport,
): Promise<string> {
  const id = newId(at);
  await insertImport(db, {
    venue_id: place.venueId,
    id,
    unit_id: place.unitId,
    file_name: fileName,
    bytes: file.bytes,
    columns: file.header.map(storedText),
    started_at: at,
    started_by: startedBy,
  });
  return id;
}

interface NewImport {
  place: ImportTarget;
  file: SalesFile;
  fileName: string;
  /** Account; null for the command. */
  startedBy: string | null;
}

export interface ImportRun {
  place: ImportTarget;
  file: SalesFile;
  format: ImportFormat;
  /** Stops it after the work in progress. */
  stop: AbortSignal;
  onUnstored?: (unstored: readonly Unstored[]) => Promise<void>;
  /** @param bytesRead of the file */
  onProgress?: (counts: Readonly<ImportCounts>, bytesRead: number) => void;
}

/**
 * Imports a file and keeps its record up to date, by which it can be taken back. Throws what `importSales` throws, once the
 * record says that it stopped.
 * @returns the counts, and whether it was stopped before the end of the file
 */
export async function runImport(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  id: string,
  run: ImportRun,
): Promise<{ counts: ImportCounts; cutShort: boolean }> {
  const { place, file, format, stop } = run;
  const one = { venue_id: place.venueId, id };
  const keepRejected = rejectedLines(db, one);
  let cutShort = false;
  let bytesRead = 0;
  async function* parts() {
    for await (const part of file.parts()) {
      cutShort = stop.aborted;
      if (cutShort) return;
      bytesRead = part.bytesRead;
      yield part;
    }
  }
  try {
    const counts = await importSales(
      { db, now },
      {
        id,
        place,
        format,
        parts: parts(),
        async onUnstored(unstored) {
          await keepRejected(unstored);
          await run.onUnstored?.(unstored);
        },
        async onProgress(so) {
          run.onProgress?.(so, bytesRead);
          await updateImport(db, one, {
            ...progressOf(so),
            bytes_read: bytesRead,
            seen_at: now(),
          });
        },
      },
    );
    const state = cutShort ? 'stopped' : 'done';
    const at = now();
    await updateImport(db, one, { ...progressOf(counts), state, seen_at: at, ended_at: at });
    return { counts, cutShort };
  } catch (error) {
    const at = now();
    const text = error instanceof Error ? error.message : String(error);
    // The database may be what failed: a record without an end is one that stopped, too.
    await updateImport(db, one, {
      state: 'stopped',
      seen_at: at,
      ended_at: at,
      error: text,
    }).catch(() => undefined);
    throw error;
  }
}

/** Lines of an import that are kept, and characters of their cells. */
const mostKept = { lines: 10_000, characters: 5_000_000 };

/** Keeps the rejected lines of an import, the first ones of a file with very many. */
function rejectedLines(
  db: Db,
  { venue_id, id }: { venue_id: string; id: string },
): (unstored: readonly Unstored[]) => Promise<void> {
  const left = { ...mostKept };
  return async (unstored) => {
    const rows = [];
    for (const { line, reason, isRejected } of unstored) {
      if (!isRejected) continue;
      left.lines -= 1;
      left.characters -= line.cells.join('').length;
      if (left.lines < 0 || left.characters < 0) break;
      const cells = line.cells.map(storedText);
      rows.push({ venue_id, import_id: id, line: line.line, reason, cells });
    }
    for (const some of inBatches(rows, 1_000)) await insertRejectedLines(db, some);
  };
}

/** The database stores no zero characters. */
const storedText = (text: string): string => text.replaceAll('\0', '').replace(/^\ufeff/, '');

const progressOf = (counts: Readonly<ImportCounts>) => ({
  stored: counts.stored,
  refunded: counts.refunded,
  already_there: counts.alreadyThere,
  left_out: counts.leftOut,
  rejected: counts.rejected,
  amount_cents: counts.amountCents,
});
