import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import type { Reads } from '../../db/pool/reads.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { refusalMessages } from '../../rules/messages.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { exportMessages } from '../../rules/reports/report-messages.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { csvFileName } from '../../rules/reports/sales-csv.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { readSalesCsv } from './sales-csv.ts';
import type { SalesScope } from './sales-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';

export const downloadLimits: ExportLimits = {
  mostBytes: 1_000_000_000,
  mostBytesOfAll: 2_000_000_000,
  readWithinMs: 10 * 60_000,
};

/** Accounts whose download has not been read to its end. */
const downloading = new Set<string>();

type DownloadDeps = Pick<AppDeps, 'dataDir'> & { reads: Reads };

/** Exports the CSV of a range. */
export const downloadSalesCsv = (
  deps: DownloadDeps,
  account: string,
  scope: SalesScope,
  range: TimeRange,
  as: { timezone: string; feesReported: boolean },
  limits = downloadLimits,
): Promise<{ csv: Readable; sales: number }> =>
  downloadCsv(
    deps,
    account,
    (downloads) => readSalesCsv(downloads, account, scope, range, as),
    limits,
  );

/**
 * Exports to a file in the data folder, and returns a stream of that file. The connection is released before the first
 * byte is sent. An account has one download at a time, until it is read.
 */
export async function downloadCsv(
  { reads, dataDir }: DownloadDeps,
  account: string,
  read: (downloads: Pool) => ReturnType<typeof readSalesCsv>,
  limits = downloadLimits,
): Promise<{ csv: Readable; sales: number }> {
  if (downloading.has(account))
    throw new HttpError(429, exportMessages.oneExport, { retryAfterSeconds: 10 });
  downloading.add(account);
  try {
    const { stored, sales } = await reads.download(async (downloads) => {
      const { csv, sales } = await read(downloads);
      return { stored: await throughFile(join(dataDir, 'downloads'), csv, limits), sales };
    });
    for (const event of ['end', 'close']) {
      stored.once(event, () => downloading.delete(account));
    }
    return { csv: stored, sales };
  } catch (error) {
    downloading.delete(account);
    if (!(error instanceof ExportTooLargeError)) throw error;
    if (error.limit === 'one') throw new HttpError(413, exportMessages.tooLargeToDownload);
    throw new HttpError(429, refusalMessages.tooMany, { retryAfterSeconds: 60 });
  }
}

/** Of an attachment; mail servers accept little more. */
const mostBytes = 10_000_000;

interface Report {
  scope: SalesScope;
  range: TimeRange;
  venueName: string;
  /** YYYY-MM-DD. */
  days: { from: string; to: string };
}

/**
 * Mails the CSV of a range to the requesting account only. Throws 413 when it is larger than mail servers accept.
 */
export async function mailSalesReport(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  { userId, email }: AccountActor,
  { scope, range, venueName, days }: Report,
  as: { timezone: string; feesReported: boolean },
): Promise<void> {
  const attachment = await readAttachment(reads, userId, scope, range, as);
  if (attachment === null) throw new HttpError(413, exportMessages.tooLargeToMail);
  const { from, to } = days;
  const message = {
    notice_id: null,
    channel: 'mail' as const,
    recipient: email,
    subject: exportMessages.mailSubject(from, to),
    body: exportMessages.mailBody(venueName, from, to),
    attachment_name: csvFileName(from, to),
    attachment,
  };
  // The message queue is in no tenant's scope.
  await withoutTenant(() =>
    db.transaction().execute((transaction) => queueMessages(transaction, [message], now())),
  );
}

/** Reads the CSV of a range to attach it to a mail; null where it is too large for that. */
export const readAttachment = (
  reads: Reads,
  account: string,
  scope: SalesScope,
  range: TimeRange,
  as: { timezone: string; feesReported: boolean },
): Promise<string | null> =>
  reads.download(async (downloads) => {
    const { csv } = await readSalesCsv(downloads, account, scope, range, as);
    return readWhole(csv);
  });

async function readWhole(csv: Readable): Promise<string | null> {
  const pieces: string[] = [];
  let bytes = 0;
  const closed = new Promise((resolve) => csv.once('close', resolve));
  for await (const piece of csv) {
    const text = String(piece);
    bytes += Buffer.byteLength(text);
    if (bytes > mostBytes) {
      // Releases the connection.
      csv.destroy();
      await closed;
      return null;
    }
    pieces.push(text);
  }
  return pieces.join('');
}

// A temporary file between an export and its reader, so that a slow reader occupies no database connection.

export interface ExportLimits {
  /** Bytes of one file. */
  mostBytes: number;
  /**
   * Bytes of all files of this process, of which a file may take at most as many as it leaves: some room is left for the
   * next one, however many slow readers there are.
   */
  mostBytesOfAll: number;
  /** Time in which a file must have been read; then its stream is destroyed. */
  readWithinMs: number;
}

/** The file would be larger than one may be, or than the files of others leave room for. */
export class ExportTooLargeError extends Error {
  override name = 'ExportTooLargeError';

  constructor(readonly limit: 'one' | 'all') {
    super('The export has reached its limit of bytes');
  }
}

let bytesOfAll = 0;

/**
 * Writes all pieces to a file in the folder and returns a stream of it. The file has no name, so that its space is free
 * once the stream is closed or the process has ended, however that happens. `pieces` is closed before this returns.
 */
export async function throughFile(
  folder: string,
  pieces: Readable,
  limits: ExportLimits,
): Promise<Readable> {
  const closed = new Promise((resolve) => pieces.once('close', resolve));
  let bytes = 0;
  const free = (): void => {
    bytesOfAll -= bytes;
    bytes = 0;
  };
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      const data = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
      bytes += data.length;
      bytesOfAll += data.length;
      if (bytes > limits.mostBytes) throw new ExportTooLargeError('one');
      if (bytes > limits.mostBytesOfAll - bytesOfAll) throw new ExportTooLargeError('all');
      yield data;
    }
  }
  let file: UnnamedFile | null = null;
  try {
    file = await openUnnamed(folder);
    await pipeline(counted, file.writer.createWriteStream({ highWaterMark: 1024 * 1024 }));
    await closed;
    return streamOf(file.reader, limits.readWithinMs, free);
  } catch (error) {
    free();
    pieces.destroy();
    await file?.reader.close();
    await closed;
    throw error;
  }
}

interface UnnamedFile {
  writer: FileHandle;
  reader: FileHandle;
}

async function openUnnamed(folder: string): Promise<UnnamedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const writer = await open(path, 'wx', 0o600);
  try {
    const reader = await open(path, 'r');
    await unlink(path);
    return { writer, reader };
  } catch (error) {
    await writer.close();
    throw error;
  }
}

function streamOf(file: FileHandle, withinMs: number, free: () => void): Readable {
  const stream = file.createReadStream({ start: 0 });
  const late = setTimeout(() => {
    stream.destroy(new Error('The download was not read in time'));
  }, withinMs);
  late.unref();
  // An error without a listener would end the process; a reader, if there is one, has its own.
  stream.on('error', () => undefined);
  stream.once('close', () => {
    clearTimeout(late);
    free();
  });
  return stream;
}
