import { describe, expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  mailsAt,
  minutesAfter,
  path,
  saturday,
  sell,
  send,
  signInAt,
  sixAm,
  subscribe,
  venueName,
  withCloseOuts,
} from '../testing/health.ts';

withCloseOuts();

describe('close-outs', () => {
  test('weekly, monthly and CSV mails are sent at a reading of the clock, each once', async () => {
    const second = await app.send('POST', `/api/users/venues`, {
      token: owner.token,
      body: { name: 'Patio' },
    });
    const monday = { at: '09:00', weekday: 1 };
    const weekly = await subscribe({ kind: 'weekly', ...monday, venueIds: [second.body.id] });
    expect(weekly).toMatchObject({
      text: `Every Monday at 9:00 AM, ${venueName} and 1 more`,
      nextAt: '2026-06-15T13:00:00.000Z',
    });
    await subscribe({ kind: 'monthly', at: '09:00' });
    await subscribe({ kind: 'csv', ...monday });
    for (const body of [
      { kind: 'weekly', at: '09:00' },
      { kind: 'weekly', weekday: 1 },
      { kind: 'monthly', at: '25:00' },
      { kind: 'monthly', at: '09:00', weekday: 1 },
      { kind: 'closeout', at: '09:00', delayMinutes: 60 },
      { kind: 'csv', at: '09:00', venueIds: [second.body.id] },
    ])
      expect(
        (await send('POST', path, { venueId: owner.venueId, timezone: 'UTC', ...body })).status,
      ).toBe(400);
    await sell(unit, saturday('21:00'), { quantity: 2 });
    const nine = new Date('2026-06-15T09:00:00-04:00');
    expect(await mailsAt(new Date(nine.getTime() - 1000))).toEqual([]);
    const due = await mailsAt(nine);
    expect(due).toHaveLength(2);
    const digest = due.find(({ attachment }) => attachment === null);
    const csv = due.find(({ attachment }) => attachment !== null);
    expect(digest?.subject).toMatch(`${venueName} and 1 more, Mon, Jun 8 to Sun, Jun 14: $`);
    for (const text of [
      'Orders: 1\n',
      'Cuba Libre: 2 · ',
      `\n${venueName}: $`,
      '\nPatio: $0.00\n',
      'Sun, Jun 14',
    ])
      expect(digest?.body).toContain(text);
    await signInAt(nine);
    const start = new Date('2026-06-08T05:00:00-04:00').getTime();
    const end = new Date('2026-06-15T05:00:00-04:00').getTime() - 1;
    const query = `venueId=${owner.venueId}&startDate=${start}&endDate=${end}&timezone=America/New_York`;
    const file = await send('GET', `/api/orders/sales/report.csv?${query}`);
    expect(csv?.attachment).toBe(file.text);
    expect(csv?.attachment_name).toBe('sales-2026-06-08-2026-06-14.csv');
    expect(await mailsAt(minutesAfter(nine, 20))).toEqual([]);
    const later = await mailsAt(new Date('2026-07-01T09:00:00-04:00'));
    expect(later.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('Mon, Jun 1 to Tue, Jun 30: $'),
    );
    expect(later).toHaveLength(3);
    await signInAt(new Date('2026-07-01T09:30:00-04:00'));
    const preview = await send('POST', `${path}/${weekly.id}/preview`);
    expect(preview.body.subject).toContain('Mon, Jun 22 to Sun, Jun 28');
    const changed = await send('PATCH', `${path}/${weekly.id}`, { weekday: 2, at: '08:30' });
    expect(changed.body.text).toBe(`Every Tuesday at 8:30 AM, ${venueName} and 1 more`);
  });

  test('a CSV that is too large for a mail is not attached: the mail says so, and links to its days', async () => {
    const { id } = await subscribe({ kind: 'csv' });
    for (const minute of ['00', '01', '02', '03']) await sell(unit, saturday(`21:${minute}`));
    await app.db
      .updateTable('ordered_drinks')
      .set({ name: 'x'.repeat(3_000_000) })
      .where('venue_id', '=', owner.venueId)
      .execute();
    const [mail, ...more] = await mailsAt(sixAm);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subscription_id: id, attachment: null, attachment_name: null });
    const link = `https://bar.example.com/salesreports?venue=${owner.venueId}&from=2026-06-13&to=2026-06-13`;
    expect(mail?.body).toContain('\nOrders: 4');
    expect(mail?.body).toContain(
      `\nNot attached: larger than 10 MB, which mail servers refuse: Sign in to download it\nSales report of these days: ${link}\n`,
    );
    expect(mail?.body.length).toBeLessThan(5_000);
    expect(await mailsAt(minutesAfter(sixAm, 20))).toEqual([]);
  });
});
