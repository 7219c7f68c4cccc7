/** Worker processes that are killed at each step of corrections and of weekly mails. */
import { expect, test } from 'vitest';
import { withoutTenant } from '../../db/tenant.ts';
import { sendCloseOuts } from '../../server/close-outs/send-close-outs.ts';
import { app, owner, unit } from '../../server/testing/with-app.ts';
import { minutesAfter, saturday, sell, withVenue } from '../../server/testing/health.ts';
import { emptyQueue, testOutbox } from '../../server/testing/services/messages.ts';
import { withWorker } from './bundle-worker.ts';

withVenue();

const runUntilKilled = withWorker('mails-worker');

const mondaySix = new Date('2026-06-15T06:00:00-04:00');
const mondaySeven = new Date('2026-06-15T07:00:00-04:00');
const mondayNine = new Date('2026-06-15T09:00:00-04:00');
/** More than a claim lasts, so that the next worker takes over. */
const betweenWorkers = 6;

/** Runs a worker; returns true where it was killed. */
function isKilled(at: Date, step: number): Promise<boolean> {
  const moment = step % 2 === 0 ? 'after' : 'during';
  return runUntilKilled(app.databaseUrl, String(at.getTime()), String(step), moment);
}

/** Kills a worker at its first step, the next one at its second, and so on; returns the number of steps. */
async function killAtEachStep(from: Date): Promise<number> {
  let step = 1;
  while (await isKilled(minutesAfter(from, step * betweenWorkers), step)) step += 1;
  return step - 1;
}

test(
  'MAIL-03 a worker that is killed at each step of a correction and a weekly mail leaves each sent once',
  { timeout: 120_000 },
  async () => {
    const timezone = 'America/New_York';
    const subscriptions = [
      { kind: 'closeout', timezone },
      { kind: 'weekly', timezone, weekday: 1, at: '09:00' },
    ];
    for (const body of subscriptions) {
      const created = await app.send('POST', '/api/report-subscriptions', {
        token: owner.token,
        body: { venueId: owner.venueId, ...body },
      });
      expect(created.status, created.text).toBe(201);
    }
    await sell(unit, saturday('21:00'));
    const outbox = testOutbox(app);
    for (const at of [new Date('2026-06-14T06:00:00-04:00'), mondaySix]) {
      app.setNow(at);
      await withoutTenant(() => sendCloseOuts(outbox.deps));
    }
    await app.db.deleteFrom('messages').execute();
    await emptyQueue(app.db);
    await sell(unit, saturday('23:00'), { quantity: 3 }, minutesAfter(mondaySix, 30));
    // First the correction, then the weekly mail.
    for (const from of [mondaySeven, mondayNine]) {
      const steps = await killAtEachStep(from);
      // At least the claim, begin, lock, statement, message and job, of which the last is killed at its commit.
      expect(steps).toBeGreaterThanOrEqual(6);
    }
    app.setNow(new Date('2026-06-15T12:00:00-04:00'));
    await app.db.updateTable('report_subscriptions').set({ check_at: mondayNine }).execute();
    await withoutTenant(() => sendCloseOuts(outbox.deps));
    await outbox.runAll();
    expect(outbox.mails.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/, Mon, Jun 8 to Sun, Jun 14: \$/),
      expect.stringMatching(/: figures changed since we wrote$/),
    ]);
    const messages = await app.db.selectFrom('messages').select('subscription_id').execute();
    expect(new Set(messages.map(({ subscription_id }) => subscription_id)).size).toBe(2);
    const reportedFigures = await app.db
      .selectFrom('report_tellings')
      .select(['period', 'version'])
      .orderBy('period')
      .orderBy('version')
      .execute();
    expect(reportedFigures.map(({ period, version }) => `${period} ${version}`)).toEqual([
      '2026-06-08/2026-06-14 1',
      '2026-06-13 1',
      '2026-06-13 2',
      '2026-06-14 1',
    ]);
  },
);
