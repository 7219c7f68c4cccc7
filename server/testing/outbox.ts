// Worker dependencies for tests: recording senders, and notices to send.
import { embeddedFlags } from '../adapters/flags/local.ts';
import type { OutgoingMail, OutgoingSms } from '../adapters/messages/port.ts';
import { noPush } from '../adapters/messages/web-push.ts';
import { newId } from '../shared/ids.ts';
import type { TestApp, TestOwner, TestUnit } from './app.ts';
import { confirmRecipient } from './recipients.ts';
import { switchFlag } from './flags.ts';
import type { WorkerDeps } from '../worker/worker.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { runDueJobs } from './queue.ts';

export interface TestOutbox {
  deps: WorkerDeps;
  mails: OutgoingMail[];
  texts: OutgoingSms[];
  /** Messages that were held back, as logged. */
  warnings: string[];
  /** As logged at the level error. */
  errors: string[];
  /** Runs jobs until none is due. */
  runAll: () => Promise<void>;
}

export function testOutbox(
  app: TestApp,
  trouble: { mail?: () => Promise<void>; sms?: () => Promise<void> } = {},
): TestOutbox {
  const mails: OutgoingMail[] = [];
  const texts: OutgoingSms[] = [];
  const warnings: string[] = [];
  const errors: string[] = [];
  const deps: WorkerDeps = {
    ...app.deps,
    db: app.db,
    queue: app.queue,
    flags: embeddedFlags(app.db),
    receiptDays: 400,
    publicUrl: 'https://bar.example.com',
    messageLimits: { perUnit: 50, perOwner: 200 },
    warn: (message) => warnings.push(message),
    logError: (message) => errors.push(message),
    push: noPush,
    mail: {
      isRepeatable: false,
      send: async (mail) => {
        mails.push(mail);
        await trouble.mail?.();
      },
    },
    sms: {
      isRepeatable: false,
      send: async (sms) => {
        texts.push(sms);
        await trouble.sms?.();
      },
    },
  };
  const runAll = async (): Promise<void> => {
    await runDueJobs(app, deps);
  };
  return { deps, mails, texts, warnings, errors, runAll };
}

export const contacts = ['+14155552671', '+14155552672'];

/** Turns on stock tracking for a unit and gives it two confirmed contacts. */
export async function watchStock(app: TestApp, unit: TestUnit): Promise<void> {
  const { venueId, ownerId } = await app.db
    .selectFrom('units')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select(['venues.id as venueId', 'venues.owner_id as ownerId'])
    .where('units.id', '=', unit.id)
    .executeTakeFirstOrThrow();
  await switchFlag(app.db, { venueId, unitId: unit.id }, 'general--inventory-management');
  for (const address of contacts) await confirmRecipient(app, { ownerId, channel: 'sms', address });
  await app.db.updateTable('units').set({ contacts }).where('id', '=', unit.id).execute();
}

/** Opens a restock notice for the rum, with its send job. */
export async function noticeRum(
  app: TestApp,
  { owner, unit, percent = 18 }: { owner: TestOwner; unit: TestUnit; percent?: number },
): Promise<string> {
  const at = app.deps.now();
  const id = newId(at);
  await app.db
    .insertInto('restock_notices')
    .values({
      venue_id: owner.venueId,
      id,
      unit_id: unit.id,
      ingredient_id: unit.rum,
      percent,
      noticed_at: at,
    })
    .execute();
  await queueJobs(app.db, [
    {
      kind: 'announce restock',
      key: `announce restock ${id}`,
      payload: { noticeId: id, venueId: owner.venueId },
    },
  ]);
  return id;
}
