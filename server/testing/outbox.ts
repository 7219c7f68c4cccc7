// Worker dependencies for tests: recording senders, and notices to send.
import { embeddedFlags } from '../adapters/flags/local.ts';
import type { OutgoingMail } from '../adapters/messages/mail/port.ts';
import type { OutgoingSms } from '../adapters/messages/sms/port.ts';
import { newId } from '../shared/ids.ts';
import type { TestApp, TestOwner, TestUnit } from './app.ts';
import { switchFlag } from './flags.ts';
import type { JobDeps } from '../worker/job-kinds.ts';
import { runDueJobs } from '../worker/run-due-jobs.ts';

export interface TestOutbox {
  deps: JobDeps;
  mails: OutgoingMail[];
  texts: OutgoingSms[];
  /** Runs jobs until none is due. */
  runAll: () => Promise<void>;
}

export function testOutbox(
  app: TestApp,
  trouble: { mail?: () => Promise<void>; sms?: () => Promise<void> } = {},
): TestOutbox {
  const mails: OutgoingMail[] = [];
  const texts: OutgoingSms[] = [];
  const deps: JobDeps = {
    ...app.deps,
    db: app.db,
    flags: embeddedFlags(app.db),
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
    while ((await runDueJobs(deps)) > 0);
  };
  return { deps, mails, texts, runAll };
}

export const contacts = ['+14155552671', '+14155552672'];

/** Turns on stock tracking for a unit and gives it two contacts. */
export async function watchStock(app: TestApp, unit: TestUnit): Promise<void> {
  const { venue_id: venueId } = await app.db
    .selectFrom('units')
    .select('venue_id')
    .where('id', '=', unit.id)
    .executeTakeFirstOrThrow();
  await switchFlag(app.db, { venueId, unitId: unit.id }, 'general--inventory-management');
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
  await app.db
    .insertInto('jobs')
    .values({
      id: newId(at),
      kind: 'announce restock',
      key: `announce restock ${id}`,
      payload: JSON.stringify({ noticeId: id }),
      run_at: at,
    })
    .execute();
  return id;
}
