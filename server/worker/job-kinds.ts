/** Background and recurring jobs, by the name under which they are queued. */
import { endOverdueActing } from '../acting/acting.ts';
import type { ZodType } from 'zod';
import { checkAlerts, watchVenues } from '../alerts/check-alerts.ts';
import { sendNotifications } from '../alerts/send-notifications.ts';
import { refundCase } from '../cases/cases.ts';
import { sweepChanges } from '../changes/sweep-changes.ts';
import { certifyNights } from '../certificates/certify-nights.ts';
import { announceRestock } from '../notices/announce-restock.ts';
import { queueLostRefunds, resumeRefund } from '../refunds/call-provider.ts';
import { sendCloseOuts } from '../close-outs/send-close-outs.ts';
import { type MessageSettings, sendConfirmation } from '../notices/queue-messages.ts';
import { sendPasswordReset } from '../users/passwords.ts';
import { sendMessage, type MessageSenders } from '../notices/send-message.ts';
import {
  fillInSnapshots,
  makePartitionsAhead,
  type ReceiptSettings,
  sweepOrderReceipts,
} from '../orders/order-jobs.ts';
import { deleteOldAudit } from '../audit/audit.queries.ts';
import { deleteOldCopies } from '../copies/copies.queries.ts';
import { sweepBundles } from '../renderings/renderings.ts';
import { sumSales } from '../sums/sum-sales.ts';
import { type VerificationSettings, verifyVenues } from '../verification/verify-venues.ts';
import { sweepFiles } from '../files/files.ts';
import { sweepSessions } from '../users/sessions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { allJobKinds, type JobKind, jobPayloads } from '../jobs/job-payloads.ts';
import { deleteFailedJobs } from '../jobs/jobs.queries.ts';
import { runAllThenThrow } from '../jobs/queue-jobs.ts';
import { deleteDeliveriesBefore } from '../webhooks/deliveries.queries.ts';
import { deliveryDays } from '../../rules/webhooks/webhooks.ts';
import { deleteFinishedBefore } from '../notices/messages.queries.ts';

export type JobDeps = Pick<
  AppDeps,
  'db' | 'pool' | 'now' | 'flags' | 'storage' | 'payments' | 'bundles' | 'readRouter'
> &
  MessageSenders &
  MessageSettings &
  ReceiptSettings &
  VerificationSettings;

interface Attempt {
  isLastTry: boolean;
}

interface KindOfJob {
  /** Throws when a retry makes sense. */
  run: (deps: JobDeps, payload: unknown, attempt: Attempt) => Promise<void>;
  /** Interval of a recurring job. */
  everyMs?: number;
}

const hourMs = 60 * 60_000;
const cachedMs = 30 * 24 * hourMs;

/** Checks the stored payload before the job is run. */
const checked =
  <Payload>(
    schema: ZodType<Payload>,
    run: (deps: JobDeps, payload: Payload, attempt: Attempt) => Promise<void>,
  ): KindOfJob['run'] =>
  (deps, payload, attempt) =>
    run(deps, schema.parse(payload), attempt);

async function sweepSessionsOf(deps: JobDeps): Promise<void> {
  // Before the sessions are deleted, and their rows with them.
  await endOverdueActing(deps);
  await sweepSessions(deps);
}

const sendQueuedMessage = checked(jobPayloads['send message'], (deps, { messageId }, attempt) =>
  sendMessage(deps, messageId, attempt),
);

export const jobKinds: Readonly<Record<JobKind, KindOfJob>> = {
  'settle refund': { run: checked(jobPayloads['settle refund'], resumeRefund) },
  'refund case': { run: checked(jobPayloads['refund case'], refundCase) },
  'announce restock': {
    run: checked(jobPayloads['announce restock'], announceRestock),
  },
  'send confirmation': {
    run: checked(jobPayloads['send confirmation'], sendConfirmation),
  },
  'send password reset': {
    run: checked(jobPayloads['send password reset'], sendPasswordReset),
  },
  'send message': { run: sendQueuedMessage },
  'send report mail': { run: sendQueuedMessage },
  'fill in snapshots': { run: checked(jobPayloads['fill in snapshots'], fillInSnapshots) },
  'remove file': {
    run: checked(jobPayloads['remove file'], ({ storage }, { key }) => storage.remove(key)),
  },
  'remove bundle': {
    run: checked(jobPayloads['remove bundle'], ({ bundles }, { folder }) => bundles.remove(folder)),
  },
  'sweep files': { run: sweepFiles, everyMs: hourMs },
  'sweep bundles': { run: sweepBundles, everyMs: hourMs },
  'sweep sessions': {
    // A kind of its own for the refunds would be unknown to the database.
    run: (deps) => runAllThenThrow([queueLostRefunds, sweepSessionsOf], (sweep) => sweep(deps)),
    everyMs: hourMs,
  },
  'sweep order receipts': { run: sweepOrderReceipts, everyMs: 24 * hourMs },
  'sweep changes': {
    run: (deps) =>
      runAllThenThrow(
        [
          sweepChanges,
          ({ db }: JobDeps) => deleteOldAudit(db),
          ({ db, now }: JobDeps) => deleteOldCopies(db, now()),
        ],
        (sweep) => sweep(deps),
      ),
    everyMs: 24 * hourMs,
  },
  'sum sales': { run: sumSales, everyMs: 10_000 },
  'send close-outs': {
    // Certificates are made when close-outs are due.
    run: (deps) => runAllThenThrow([certifyNights, sendCloseOuts], (work) => work(deps)),
    everyMs: 60_000,
  },
  'check alerts': {
    run: checked(jobPayloads['check alerts'], async (deps, { venueId }) => {
      await checkAlerts(deps, venueId);
      await sendNotifications(deps);
    }),
  },
  'watch venues': { run: watchVenues, everyMs: 15_000 },
  'verify venues': { run: (deps) => verifyVenues(deps), everyMs: 10 * 60_000 },
  'make partitions': { run: makePartitionsAhead, everyMs: 24 * hourMs },
  'forget done jobs': {
    run: async ({ db, now }) => {
      await deleteFailedJobs(db);
      await deleteFinishedBefore(db, new Date(now().getTime() - cachedMs));
      await deleteDeliveriesBefore(db, new Date(now().getTime() - deliveryDays * 24 * hourMs));
    },
    everyMs: 24 * hourMs,
  },
};

const ofRefunds: readonly JobKind[] = ['settle refund', 'refund case'];

/**
 * Jobs that a process runs at the same time, by their kinds. Refunds have slots of their own, so that neither a slow
 * mail server nor slow storage holds them up.
 */
export const jobSlots: readonly { kinds: readonly JobKind[]; slots: number }[] = [
  { kinds: ofRefunds, slots: 4 },
  { kinds: allJobKinds.filter((kind) => !ofRefunds.includes(kind)), slots: 6 },
];

export const recurringJobs = Object.entries(jobKinds).flatMap(([kind, { everyMs }]) =>
  everyMs === undefined ? [] : [{ kind, everyMs }],
);
