/** Parquet files are made in a thread: a file of a million rows takes seconds, in which the server answers others. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { productFolder } from '../../db/product-folder.ts';
import type { ExportKind } from '../../rules/exports/raw-rows.ts';

const isBuilt = !import.meta.url.endsWith('.ts');

const program = isBuilt ? 'build/server/make-parquet.js' : 'server/exports/make-parquet.ts';

/**
 * The engine collects garbage the sooner, the smaller these are. What is kept of a file is the description of its
 * groups, 80 kB for 10,000 rows.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/**
 * Yields the pieces of a Parquet file.
 * @param texts whole rows in COPY text format, with the columns of the kind
 */
export async function* parquetOf(
  kind: ExportKind,
  texts: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const thread = new Worker(join(productFolder, program), {
    workerData: kind,
    resourceLimits,
    ...(!isBuilt && { execArgv: ['--import', join(productFolder, 'tools/typescript.mjs')] }),
  });
  const send = async (rows: string | null): Promise<Buffer> => {
    const answered = once(thread, 'message');
    thread.postMessage(rows);
    const [piece]: Uint8Array[] = await answered;
    return Buffer.from(piece ?? []);
  };
  try {
    for await (const rows of texts) {
      const piece = await send(rows);
      if (piece.length > 0) yield piece;
    }
    yield await send(null);
  } finally {
    await thread.terminate();
  }
}
