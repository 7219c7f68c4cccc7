import { describe, expect, test, vi } from 'vitest';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { testOutbox } from '../testing/messages.ts';
import { addOwner } from '../testing/app.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { end, query, start, withTwoMonthsOfSales } from '../testing/sales.ts';

withTwoMonthsOfSales();

const range = { startDate: start, endDate: end };
const mail = (body: object = {}, token = owner.token) =>
  app.send('POST', '/api/reports/sales/mail', {
    token,
    body: { venueId: owner.venueId, ...range, timezone: 'America/New_York', ...body },
  });

describe('mailed sales report', () => {
  test("mails the report to the requester's own address, with the same CSV as the download", async () => {
    const { status, body } = await mail({ unitId: unit.id });
    expect([status, body]).toEqual([202, { recipient: owner.email }]);
    const { mails, runAll } = testOutbox(app);
    await runAll();
    const csv = await app.send(
      'GET',
      `/api/orders/sales/report.csv?${query({ ...range, unitId: unit.id })}&timezone=America/New_York`,
      { token: owner.token },
    );
    expect(mails).toEqual([
      expect.objectContaining({
        to: owner.email,
        subject: 'Report acitivty from 2024-02-28 to 2024-04-02',
        text: 'The sales of Rooftop Bar from 2024-02-28 to 2024-04-02 are attached.',
        attachment: { name: 'sales-2024-02-28-2024-04-02.csv', content: csv.text },
      }),
    ]);

    app.setNow(new Date(Date.now() + 40 * 86_400_000));
    const left = () => app.db.selectFrom('messages').select('id').execute();
    expect(await left()).toHaveLength(1);
    await queueJobs(app.db, [{ kind: 'forget done jobs', key: 'a month later', payload: {} }]);
    await runAll();
    expect(await left()).toEqual([]);
    app.setNow(new Date());
  });

  test('mails the report to no other recipient, whatever the body says', async () => {
    const stranger = await addOwner(app, 'Stranger');
    expect((await mail({ recipient: 'a@b.example' })).body).toEqual({ recipient: owner.email });
    expect((await mail({}, stranger.token)).status).toBe(404);
    expect((await mail({ timezone: 'Mars/Olympus' })).body).toEqual({
      timezone: 'Unknown timezone',
    });
    expect((await mail({ endDate: start - 1 })).status).toBe(400);
  });

  test('rejects a report that is too large to be mailed', async () => {
    const big = await addOwner(app, 'Big');
    await app.db
      .updateTable('ordered_drinks')
      .set({ name: 'x'.repeat(100_000) })
      .where('venue_id', '=', owner.venueId)
      .execute();
    const { status, body } = await mail();
    expect(status).toBe(413);
    expect(body.error.message).toBe('This report is larger than 10 MB. Use Download CSV instead');
    expect((await mail({ venueId: big.venueId }, big.token)).status).toBe(202);
    // The connection was released: the next download is not rate-limited.
    expect((await mail()).status).toBe(413);
  });

  test('mails at most ten reports an hour', async () => {
    const eager = await addOwner(app, 'Eager');
    const send = () => mail({ venueId: eager.venueId }, eager.token);
    for (let count = 0; count < 10; count += 1) expect((await send()).status).toBe(202);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 61 * 60_000);
    expect((await send()).status).toBe(202);
    vi.useRealTimers();
  });
});
