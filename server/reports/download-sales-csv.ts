import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Reads } from '../../db/pool/reads.ts';
import { errorMessages } from '../../rules/messages.ts';
import { reportMessages } from '../../rules/reports/report-messages.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { type ExportLimits, ExportTooLargeError, throughFile } from './export-file.ts';
import { readSalesCsv } from './read-sales-csv.ts';
import type { SalesScope } from './sales-sums.queries.ts';

export const downloadLimits: ExportLimits = {
  mostBytes: 1_000_000_000,
  mostBytesOfAll: 2_000_000_000,
  readWithinMs: 10 * 60_000,
};

/** Accounts whose download has not been read to its end. */
const downloading = new Set<string>();

/**
 * Exports the CSV of a range to a file in the data folder, and returns a stream of that file. The connection is
 * released before the first byte is sent. An account has one download at a time, until it is read.
 */
export async function downloadSalesCsv(
  { reads, dataDir }: Pick<AppDeps, 'dataDir'> & { reads: Reads },
  account: string,
  scope: SalesScope,
  range: Stretch,
  as: { timezone: string; feesReported: boolean },
  limits = downloadLimits,
): Promise<{ csv: Readable; sales: number }> {
  if (downloading.has(account))
    throw new HttpError(429, reportMessages.oneExport, { retryAfterSeconds: 10 });
  downloading.add(account);
  try {
    const { stored, sales } = await reads.download(async (downloads) => {
      const { csv, sales } = await readSalesCsv(downloads, account, scope, range, as);
      return { stored: await throughFile(join(dataDir, 'downloads'), csv, limits), sales };
    });
    for (const event of ['end', 'close']) {
      stored.once(event, () => downloading.delete(account));
    }
    return { csv: stored, sales };
  } catch (error) {
    downloading.delete(account);
    if (!(error instanceof ExportTooLargeError)) throw error;
    if (error.limit === 'one') throw new HttpError(413, reportMessages.tooLargeToDownload);
    throw new HttpError(429, errorMessages.tooMany, { retryAfterSeconds: 60 });
  }
}
