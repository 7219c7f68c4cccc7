import { beforeEach, describe, expect, test } from 'vitest';
import { SendError } from '../adapters/provider-errors.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { addOwner, createUnit, type TestOwner, type TestUnit } from '../testing/app.ts';
import {
  contacts,
  emptyQueue,
  noticeRum,
  testOutbox,
  watchStock,
} from '../testing/services/messages.ts';
import { app, withApp } from '../testing/with-app.ts';

describe('notices', () => {
  let owner: TestOwner;
  let unit: TestUnit;
  const noon = new Date('2024-03-10T12:00:00Z');
  const after = (seconds: number): void => app.setNow(new Date(noon.getTime() + seconds * 1000));

  withApp();
  beforeEach(async () => {
    app.setNow(noon);
    await emptyQueue(app.db);
    await app.db.deleteFrom('messages').execute();
    owner = await addOwner(app, `Tiki ${Math.random()}`);
    unit = await createUnit(app, owner);
    await watchStock(app, unit);
  });

  // Requested at noon: the session expires before the retry pauses end.
  const listed = async (): Promise<any[]> => {
    app.setNow(noon);
    const url = `/api/venues/${owner.venueId}/notices`;
    return (await app.send('GET', url, { token: owner.token })).body;
  };
  const states = async (): Promise<string[]> =>
    (await listed())[0].messages.map((message: any) => `${message.channel} ${message.state}`);

  describe('restock notice messages', () => {
    test("a restock notice is sent to the unit's contacts and the owner once", async () => {
      const { mails, texts, runAll } = testOutbox(app);
      const id = await noticeRum(app, { owner, unit });
      await runAll();
      const venue = await app.db
        .selectFrom('venues')
        .select('name')
        .where('id', '=', owner.venueId)
        .executeTakeFirstOrThrow();
      const text = `${venue.name}, unit ${unit.unitNumber}: Rum is at 18%. Restock it soon.`;
      expect(mails).toMatchObject([
        { to: owner.email, subject: `Rum is at 18% in unit ${unit.unitNumber}`, text },
      ]);
      expect(texts.map(({ to }) => to).toSorted()).toEqual(contacts);
      expect(texts.map((sms) => sms.text)).toEqual([text, text]);

      await queueJobs(app.db, [
        { kind: 'announce restock', key: 'once more', payload: { noticeId: id } },
      ]);
      await runAll();
      expect([mails.length, texts.length]).toEqual([1, 2]);
    });

    test('restock notices are listed with their recipients, newest first, for the owner only', async () => {
      const { runAll } = testOutbox(app);
      const first = await noticeRum(app, { owner, unit, percent: 0 });
      await runAll();
      await app.db
        .updateTable('restock_notices')
        .set({ resolved_at: noon })
        .where('id', '=', first)
        .execute();
      after(60);
      const second = await noticeRum(app, { owner, unit });
      expect(await listed()).toEqual([
        {
          id: second,
          unitId: unit.id,
          unitName: null,
          unitNumber: unit.unitNumber,
          ingredientId: unit.rum,
          ingredientName: 'Rum',
          percent: 18,
          noticedAt: '2024-03-10T12:01:00.000Z',
          resolvedAt: null,
          messages: [],
        },
        expect.objectContaining({
          id: first,
          percent: 0,
          resolvedAt: '2024-03-10T12:00:00.000Z',
          messages: [
            {
              channel: 'mail',
              recipient: owner.email,
              state: 'sent',
              sentAt: '2024-03-10T12:00:00.000Z',
              heldBecause: null,
            },
            ...contacts.map((recipient) => ({
              channel: 'sms',
              recipient,
              state: 'sent',
              sentAt: '2024-03-10T12:00:00.000Z',
              heldBecause: null,
            })),
          ],
        }),
      ]);
    });

    test('sends no restock notice after a refill, where stock is not tracked, or for a deleted unit', async () => {
      const { mails, texts, runAll } = testOutbox(app);
      const id = await noticeRum(app, { owner, unit });
      await app.db
        .updateTable('restock_notices')
        .set({ resolved_at: noon })
        .where('id', '=', id)
        .execute();
      await runAll();

      await noticeRum(app, { owner, unit });
      await app.db.deleteFrom('flag_switches').where('target_id', '=', unit.id).execute();
      await runAll();
      const open = app.db.selectFrom('restock_notices').where('resolved_at', 'is', null);
      expect(await open.selectAll().where('unit_id', '=', unit.id).execute()).toEqual([]);

      const other = await createUnit(app, owner);
      await watchStock(app, other);
      await noticeRum(app, { owner, unit: other });
      await app.send('DELETE', `/api/units/${other.unitNumber}`, { token: owner.token });
      expect(await open.selectAll().where('unit_id', '=', other.id).execute()).toEqual([]);
      await runAll();
      expect([...mails, ...texts]).toEqual([]);
    });
  });

  describe('message delivery', () => {
    test('retries a message that cannot be sent now, with increasing pauses', async () => {
      let isDown = true;
      const down = async (): Promise<void> => {
        if (isDown) throw new SendError('notSent', 'The server is down');
      };
      const { mails, texts, runAll } = testOutbox(app, { mail: down });
      await noticeRum(app, { owner, unit });
      await runAll();
      expect(await states()).toEqual(['mail waiting', 'sms sent', 'sms sent']);
      for (const [seconds, tries] of [
        [9, 1],
        [10, 2],
        [49, 2],
        [50, 3],
      ] as const) {
        after(seconds);
        await runAll();
        expect(mails).toHaveLength(tries);
      }
      isDown = false;
      after(50 + 160);
      await runAll();
      expect(await states()).toEqual(['mail sent', 'sms sent', 'sms sent']);
      expect([mails.length, texts.length]).toEqual([4, 2]);
      expect(new Set(mails.map(({ id }) => id)).size).toBe(1);
    });

    test('gives a message up after eight attempts and reports it', async () => {
      const { mails, runAll } = testOutbox(app, {
        mail: () => Promise.reject(new SendError('notSent', 'The server is down')),
      });
      await noticeRum(app, { owner, unit });
      for (let hour = 0; hour < 40; hour++) {
        after(hour * 3600 * 12);
        await runAll();
      }
      expect(mails).toHaveLength(8);
      expect(await states()).toEqual(['mail failed', 'sms sent', 'sms sent']);
    });

    test('does not retry a refused message', async () => {
      const { texts, runAll } = testOutbox(app, {
        sms: () => Promise.reject(new SendError('refused', 'This number cannot be')),
      });
      await noticeRum(app, { owner, unit });
      await runAll();
      after(86_400);
      await runAll();
      expect(texts).toHaveLength(2);
      expect(await states()).toEqual(['mail sent', 'sms failed', 'sms failed']);
    });

    test('never sends a message twice that may have arrived', async () => {
      const { mails, texts, runAll } = testOutbox(app, {
        mail: () => Promise.reject(new SendError('unknown', 'Timeout')),
        sms: () => Promise.reject(new Error('Something nobody expected')),
      });
      await noticeRum(app, { owner, unit });
      await runAll();
      after(86_400);
      await runAll();
      expect([mails.length, texts.length]).toEqual([1, 2]);
      expect(await states()).toEqual(['mail uncertain', 'sms uncertain', 'sms uncertain']);
    });

    test('never resends a message whose sender died, unless sending is idempotent', async () => {
      const outbox = testOutbox(app);
      await noticeRum(app, { owner, unit });
      await outbox.runAll();
      await app.db.updateTable('messages').set({ state: 'sending', sent_at: null }).execute();
      const sent = await app.db.selectFrom('messages').select('id').execute();
      await queueJobs(
        app.db,
        sent.map(({ id }) => ({ kind: 'send message', key: id, payload: { messageId: id } })),
      );
      outbox.deps.mail = { ...outbox.deps.mail, isRepeatable: true };
      await outbox.runAll();
      expect(await states()).toEqual(['mail sent', 'sms uncertain', 'sms uncertain']);
      expect([outbox.mails.length, outbox.texts.length]).toEqual([2, 2]);
    });
  });
});

describe('message limits', () => {
  let owner: TestOwner;
  let unit: TestUnit;
  const noon = new Date('2024-03-10T12:00:00Z');
  const after = (minutes: number): void => app.setNow(new Date(noon.getTime() + minutes * 60_000));

  withApp();
  beforeEach(async () => {
    app.setNow(noon);
    owner = await addOwner(app, `Tiki ${Math.random()}`);
    unit = await createUnit(app, owner);
    await watchStock(app, unit);
  });

  /** Messages of the latest notice as listed: `mail sent`, `sms limit`; the notice itself is listed as open. */
  async function latest(): Promise<string[]> {
    app.setNow(noon);
    const url = `/api/venues/${owner.venueId}/notices`;
    const [{ messages, resolvedAt }] = (await app.send('GET', url, { token: owner.token })).body;
    expect(resolvedAt).toBeNull();
    return messages.map(
      ({ channel, state, heldBecause }: any) => `${channel} ${heldBecause ?? state}`,
    );
  }

  const resolveAll = () =>
    app.db.updateTable('restock_notices').set({ resolved_at: noon }).execute();

  test('a notice of the same ingredient and unit is sent once an hour at most', async () => {
    const { mails, texts, warnings, runAll } = testOutbox(app);
    const notify = async (minutes: number, of = unit): Promise<string[]> => {
      await resolveAll();
      after(minutes);
      await noticeRum(app, { owner, unit: of });
      await runAll();
      return latest();
    };
    expect(await notify(0)).toEqual(['mail sent', 'sms sent', 'sms sent']);
    expect(await notify(59)).toEqual(['mail repeated', 'sms repeated', 'sms repeated']);
    expect(warnings).toEqual([
      `3 of 3 messages of a restock notice of unit ${unit.unitNumber} were held back: repeated`,
    ]);
    // The hour begins with the notice that was sent, not with the one that was held back.
    expect(await notify(61)).toEqual(['mail sent', 'sms sent', 'sms sent']);
    const other = await createUnit(app, owner);
    await watchStock(app, other);
    expect(await notify(62, other)).toEqual(['mail sent', 'sms sent', 'sms sent']);
    expect([mails.length, texts.length]).toEqual([3, 6]);
  });

  test('messages are limited per unit and per owner a day, and notices stay open beyond it', async () => {
    const { deps, mails, texts, warnings, runAll } = testOutbox(app);
    deps.messageLimits = { perUnit: 5, perOwner: 7 };
    const notify = async (hour: number, of = unit): Promise<string[]> => {
      await resolveAll();
      after(hour * 60);
      await noticeRum(app, { owner, unit: of });
      await runAll();
      return latest();
    };
    expect(await notify(0)).toEqual(['mail sent', 'sms sent', 'sms sent']);
    expect(await notify(2)).toEqual(['mail sent', 'sms sent', 'sms limit']);
    expect(await notify(4)).toEqual(['mail limit', 'sms limit', 'sms limit']);
    const other = await createUnit(app, owner);
    await watchStock(app, other);
    expect(await notify(6, other)).toEqual(['mail sent', 'sms sent', 'sms limit']);
    expect([mails.length, texts.length]).toEqual([3, 4]);
    expect(warnings).toEqual([
      expect.stringMatching(/^1 of 3 .* limit$/),
      expect.stringMatching(/^3 of 3 .* limit$/),
      expect.stringMatching(/^1 of 3 .* limit$/),
    ]);
  });
});
