/** Test helpers: subscriptions to report mails, and the mails that the job of a time queues. */
import { beforeEach, expect } from 'vitest';
import { withoutTenant } from '../../db/tenant.ts';
import { app, owner, withVenue } from './health.ts';
import { testOutbox } from './outbox.ts';
import { emptyQueue } from './queue.ts';
import { sendCloseOuts } from '../close-outs/send-close-outs.ts';

export const path = '/api/report-subscriptions';
const dayMs = 86_400_000;
/** An hour after Saturday's night has ended. */
export const sixAm = new Date('2026-06-14T06:00:00-04:00');
export const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * dayMs);

export let venueName: string;
/** A venue with a clock, whose owner has no subscription and no mail at the start of each test. */
export function withCloseOuts(): void {
  withVenue();
  beforeEach(async () => {
    const venue = app.db.selectFrom('venues').select('name').where('id', '=', owner.venueId);
    venueName = (await venue.executeTakeFirstOrThrow()).name;
    await app.db.deleteFrom('report_subscriptions').execute();
    await app.db.deleteFrom('messages').execute();
    await emptyQueue(app.db);
  });
}

export const subscribe = async (body: object = {}, token = owner.token) => {
  const created = await app.send('POST', path, {
    token,
    body: { venueId: owner.venueId, timezone: 'America/Chicago', ...body },
  });
  expect(created.status).toBe(201);
  return created.body;
};

/** Runs the job at a time, and returns the mails that it queued. */
export async function mailsAt(at: Date) {
  app.setNow(at);
  const before = await app.db.selectFrom('messages').select('id').execute();
  const { deps } = testOutbox(app);
  // As the worker does.
  await withoutTenant(() => sendCloseOuts(deps));
  const rows = await app.db.selectFrom('messages').selectAll().orderBy('id').execute();
  return rows.filter(({ id }) => before.every((known) => known.id !== id));
}
