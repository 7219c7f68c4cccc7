import type { Readable } from 'node:stream';
import type { Reads } from '../../db/pool/reads.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { reportMessages } from '../../rules/reports/report-messages.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import { csvFileName } from '../../rules/reports/sales-csv.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import type { SalesScope } from './sales-sums.queries.ts';
import { readSalesCsv } from './read-sales-csv.ts';
import { queueMessages } from '../notices/queue-messages.ts';

/** Of an attachment; mail servers accept little more. */
const mostBytes = 10_000_000;

interface Report {
  scope: SalesScope;
  range: Stretch;
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
  const attachment = await reads.download(async (downloads) => {
    const { csv } = await readSalesCsv(downloads, userId, scope, range, as);
    return readWhole(csv);
  });
  if (attachment === null) throw new HttpError(413, reportMessages.tooLargeToMail);
  const { from, to } = days;
  const message = {
    notice_id: null,
    channel: 'mail' as const,
    recipient: email,
    subject: reportMessages.mailSubject(from, to),
    body: reportMessages.mailBody(venueName, from, to),
    attachment_name: csvFileName(from, to),
    attachment,
  };
  // The message queue is in no tenant's scope.
  await withoutTenant(() =>
    db.transaction().execute((transaction) => queueMessages(transaction, [message], now())),
  );
}

/** Reads a CSV to attach it to a mail; null where it is too large for that. */
export async function readWhole(csv: Readable): Promise<string | null> {
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
