/** Background and recurring jobs, by the name under which they are queued. */
import { z } from 'zod';
import type { Db } from '../../db/tables/tables.ts';
import { announceRestock } from '../notices/announce-restock.ts';
import { resumeRefund } from '../refunds/call-provider.ts';
import { sendConfirmation } from '../notices/send-confirmation.ts';
import type { MessageSettings } from '../notices/message-settings.ts';
import { sendMessage, type MessageSenders } from '../notices/send-message.ts';
import { sweepBundles } from '../renderings/sweep-bundles.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { sweepSessions } from '../users/sweep-sessions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { deleteJobsDoneBefore } from '../jobs/jobs.queries.ts';
import { deleteFinishedBefore } from '../notices/messages.queries.ts';

export type JobDeps = Pick<
  AppDeps,
  'db' | 'pool' | 'now' | 'flags' | 'storage' | 'payments' | 'bundles'
> &
  MessageSenders &
  MessageSettings;

interface JobKind {
  /** Throws when a retry makes sense. */
  run(deps: JobDeps, payload: unknown, attempt: { isLastTry: boolean }): Promise<void>;
  /** Interval of a recurring job. */
  everyMs?: number;
}

const hourMs = 60 * 60_000;
const cachedMs = 30 * 24 * hourMs;

const aboutNotice = z.object({ noticeId: z.uuid() });
const aboutConfirmation = z.object({
  messageId: z.uuid(),
  accountId: z.uuid(),
  channel: z.enum(['mail', 'sms']),
  address: z.string(),
  venueId: z.uuid().nullable(),
  isCounted: z.boolean(),
});
const aboutMessage = z.object({ messageId: z.uuid() });
const aboutRefund = z.object({ venueId: z.uuid(), refundId: z.uuid() });
const aboutFile = z.object({ key: z.string() });
const aboutBundle = z.object({ folder: z.uuid() });

export const jobKinds: ReadonlyMap<string, JobKind> = new Map(
  Object.entries<JobKind>({
    'announce restock': {
      run: (deps, payload) => announceRestock(deps, aboutNotice.parse(payload).noticeId),
    },
    'send confirmation': {
      run: (deps, payload) => sendConfirmation(deps, aboutConfirmation.parse(payload)),
    },
    'send message': {
      run: (deps, payload, attempt) =>
        sendMessage(deps, aboutMessage.parse(payload).messageId, attempt),
    },
    'settle refund': {
      run: (deps, payload, attempt) => resumeRefund(deps, aboutRefund.parse(payload), attempt),
    },
    'remove file': {
      run: ({ storage }, payload) => storage.remove(aboutFile.parse(payload).key),
    },
    'sweep files': { run: sweepFiles, everyMs: hourMs },
    'remove bundle': {
      run: ({ bundles }, payload) => bundles.remove(aboutBundle.parse(payload).folder),
    },
    'sweep bundles': { run: sweepBundles, everyMs: hourMs },
    'sweep sessions': { run: sweepSessions, everyMs: hourMs },
    'forget done jobs': {
      run: ({ db, now }) => forgetBefore(db, new Date(now().getTime() - cachedMs)),
      everyMs: 24 * hourMs,
    },
  }),
);

async function forgetBefore(db: Db, before: Date): Promise<void> {
  await deleteJobsDoneBefore(db, before);
  await deleteFinishedBefore(db, before);
}
