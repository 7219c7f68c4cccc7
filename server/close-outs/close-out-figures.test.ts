import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatMoney } from '../../lib/money.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { smtpMail } from '../adapters/messages/smtp.ts';
import { sendCloseOuts } from './send-close-outs.ts';
import { addPerson } from '../testing/accounts.ts';
import {
  addNights,
  daysAfter,
  mailsAt,
  minutesAfter,
  path,
  saturday,
  sell,
  signInAt,
  sixAm,
  subscribe,
  venueName,
  withCloseOuts,
} from '../testing/health.ts';
import {
  queueSchedules,
  startTestMailServer,
  type TestMailServer,
  testOutbox,
} from '../testing/services/messages.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';

describe('close out figures', () => {
  withCloseOuts();

  describe('close-outs', () => {
    test('MAIL-04: the next mail begins with what changed since, once, and not after 14 days', async () => {
      await subscribe();
      await sell(unit, saturday('21:00'));
      const [first] = await mailsAt(sixAm);
      expect(first?.body).toMatch(new RegExp(`^${venueName}, Sat, Jun 13\n`));
      const [night] = await app.db.selectFrom('report_tellings').select('told').execute();
      for (const minute of ['01', '02'])
        await sell(unit, saturday(`23:${minute}`), {}, minutesAfter(sixAm, 60));
      const late = await app.db
        .selectFrom('sales_rollups')
        .select(({ fn }) => fn.sum('sales_cents').as('sales'))
        .select(({ fn }) => fn.sum('tax_cents').as('tax'))
        .select(({ fn }) => fn.sum('tip_cents').as('tip'))
        .where('venue_id', '=', owner.venueId)
        .where('grain', '=', 'hour')
        .executeTakeFirstOrThrow();
      const gross = Number(late.sales) + Number(late.tax) + Number(late.tip);
      const difference = formatMoney((gross - Number(night?.told['grossCents'])) / 100);
      const [second] = await mailsAt(daysAfter(sixAm, 1));
      expect(second?.body.split('\n')[0]).toBe(
        `Saturday: +${difference} since we wrote (2 late sales of unit ${unit.unitNumber})`,
      );
      const [third] = await mailsAt(daysAfter(sixAm, 2));
      expect(third?.body).toMatch(new RegExp(`^${venueName}, Mon, Jun 15\n`));
      await sell(unit, saturday('23:03'), {}, daysAfter(sixAm, 14));
      const [fourth] = await mailsAt(daysAfter(sixAm, 15));
      expect(fourth?.body).toMatch(new RegExp(`^${venueName}, Sun, Jun 28\n`));
    });

    test('a large difference has a mail of its own, once, at most one a day, and is not repeated', async () => {
      await subscribe();
      await sell(unit, saturday('21:00'));
      expect(await mailsAt(sixAm)).toHaveLength(1);
      await sell(unit, saturday('23:01'), {}, minutesAfter(sixAm, 30));
      app.setNow(minutesAfter(sixAm, 60));
      // Four workers that have read the same subscription.
      const { deps } = testOutbox(app);
      const due = () =>
        app.db.updateTable('report_subscriptions').set({ check_at: sixAm }).execute();
      const work = async () => {
        await due();
        await sendCloseOuts(deps);
      };
      await Promise.all([work(), work(), work(), work()]);
      const mails = () =>
        app.db.selectFrom('messages').select(['subject', 'body']).orderBy('id').execute();
      const [, own, ...more] = await mails();
      expect([own?.subject, more]).toEqual([`${venueName}: figures changed since we wrote`, []]);
      expect(own?.body).toMatch(
        new RegExp(
          `^Saturday: \\+\\$[0-9.]+ since we wrote \\(1 late sale of unit ${unit.unitNumber}\\)\n`,
        ),
      );
      // Another on the same day waits for the next mail.
      await sell(unit, saturday('23:02'), {}, minutesAfter(sixAm, 90));
      expect(await mailsAt(minutesAfter(sixAm, 120))).toEqual([]);
      const [next] = await mailsAt(daysAfter(sixAm, 1));
      expect(next?.body).toMatch(/^Saturday: \+\$[0-9.]+ since we wrote \(1 late sale /);
      expect(await mailsAt(minutesAfter(daysAfter(sixAm, 1), 60))).toEqual([]);
      // None after 14 days.
      await sell(unit, saturday('23:03'), {}, daysAfter(sixAm, 14));
      await mailsAt(daysAfter(sixAm, 15));
      expect(await mailsAt(minutesAfter(daysAfter(sixAm, 15), 60))).toEqual([]);
    });

    test('has the average of the same weekdays, free drinks and what to refill, and whether the books agree', async () => {
      for (const weeks of [4, 3, 1])
        await sell(unit, daysAfter(saturday('21:00'), -7 * weeks), { quantity: 3 });
      await subscribe();
      await sell(unit, saturday('21:00'));
      const [mail] = await mailsAt(sixAm);
      for (const text of [
        'The night, and the change from the Saturday before, and from the average of 3 Saturdays',
        'Orders: 1, unchanged; unchanged from the average',
        'Books: 1 sale, books agree',
        'Fell most\nCuba Libre: 1, −2 (−67%) from the average',
      ])
        expect(mail?.body).toContain(text);
      await app.db
        .updateTable('sales_rollups')
        .set({ tax_cents: 1 })
        .where('venue_id', '=', owner.venueId)
        .where('grain', '=', 'hour')
        .execute();
      await app.db.deleteFrom('report_tellings').execute();
      await app.db.updateTable('report_subscriptions').set({ check_at: sixAm }).execute();
      const [checked] = await mailsAt(sixAm);
      for (const text of ['Gross volume: being checked', 'Taxes: being checked', 'Sales: $'])
        expect(checked?.body).toContain(`\n${text}`);
    });

    test('free drinks are at list price, and what a unit is out of and needs is named', async () => {
      const at = { venueId: owner.venueId, unitId: unit.id };
      await subscribe();
      await addNights(unit, 20);
      await switchFlag(app.db, at, flagNamed.inventoryManagement);
      await switchFlag(app.db, at, flagNamed.confirmationPage);
      await sell(unit, saturday('21:00'));
      const discount = (discount_rate: number) =>
        app.db.updateTable('units').set({ discount_rate }).where('id', '=', unit.id).execute();
      await discount(1);
      await sell(unit, saturday('21:05'), { quantity: 2 });
      await app.db
        .updateTable('unit_positions')
        .set({ remaining_ml: 60 })
        .where('unit_id', '=', unit.id)
        .where('position', '=', 1)
        .execute();
      await discount(0);
      await sell(unit, saturday('21:10'));
      const [mail] = await mailsAt(sixAm);
      // The next tests have no alert about it.
      await switchFlag(app.db, at, flagNamed.inventoryManagement, false);
      const sections = (mail?.body ?? '').split('\n\n');
      expect(sections).toContain('Free drinks\n2 glasses: $18.00 at list price');
      expect(sections).toContain(`Out of\nUnit ${unit.unitNumber}: Rum`);
      expect(sections).toContain(
        `To refill\nUnit ${unit.unitNumber}: Rum\nRefill list: https://bar.example.com/refill`,
      );
    });
  });
});

describe('mail', () => {
  withCloseOuts();

  describe('the mail', () => {
    let server: TestMailServer;
    beforeEach(async () => {
      server = await startTestMailServer();
    });
    afterEach(() => server.close());

    test('MAIL-07: has all in plain text and in HTML without pictures, and ends with one POST', async () => {
      await subscribe();
      await sell(unit, saturday('21:00'));
      await mailsAt(sixAm);
      await queueSchedules(app.db);
      const outbox = testOutbox(app);
      outbox.deps.mail = smtpMail(server.url, 'Barback <bar@example.com>');
      await outbox.runAll();
      expect(server.received).toMatchObject([{ to: [owner.email] }]);
      const parsed = await PostalMime.parse(server.received[0]?.raw ?? '');
      const { html = '', text = '' } = parsed;
      expect(html).not.toMatch(/<img|url\(|<script|<link|srcset/);
      expect(html).toContain('prefers-color-scheme: dark');
      const words = html
        .replace(/<style>.*<\/style>/s, '')
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ');
      for (const line of text.split('\n').filter((one) => one !== ''))
        expect(words).toContain(line.split(': ')[0]?.replaceAll(/\s+/g, ' '));
      const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value;
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      const link = /^<https:\/\/bar\.example\.com(\/[^>]+)>$/.exec(
        header('list-unsubscribe') ?? '',
      );
      const address = link?.[1] ?? '';
      const count = async () => (await send('GET', path)).body.length;
      await signInAt(sixAm);
      expect((await app.send('GET', address)).status).toBe(404);
      expect((await app.send('POST', `${path}/unsubscribe/${'0'.repeat(32)}`)).status).toBe(200);
      expect(await count()).toBe(1);
      const posted = await app.send('POST', address, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([posted.status, posted.body]).toEqual([200, { unsubscribed: true }]);
      expect(await count()).toBe(0);
    });

    test('is paused when its recipient is refused for good, and resumed by the person', async () => {
      const answers = [452, 550];
      const refusing = await startTestMailServer({
        onRcptTo: (_to, _session, done) =>
          done(Object.assign(new Error('No such user'), { responseCode: answers.shift() ?? 550 })),
      });
      const { id } = await subscribe();
      await mailsAt(sixAm);
      await queueSchedules(app.db);
      const outbox = testOutbox(app);
      outbox.deps.mail = smtpMail(refusing.url, 'Barback <bar@example.com>');
      await outbox.runAll();
      await signInAt(sixAm);
      const shown = async () => (await send('GET', path)).body[0];
      expect(await shown()).toMatchObject({ paused: false, refusal: null });
      await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
      from graphile_worker.jobs where task_identifier = 'send report mail'`.execute(app.db);
      await outbox.runAll();
      expect(await shown()).toMatchObject({
        paused: true,
        refusal: expect.stringContaining('No such user'),
      });
      refusing.close();
      const mailsToResume = async (token = owner.token) => {
        const { body } = await app.send('GET', `/api/venues/${owner.venueId}/overview`, { token });
        return body.attention.filter(({ kind }: { kind: string }) => kind === 'mails');
      };
      expect(await mailsToResume()).toMatchObject([
        { unitNumber: null, text: 'An email report is paused: your address refused it' },
      ]);
      // Of the person alone.
      const manager = await addPerson(app, owner, 'manager');
      expect(await mailsToResume(manager.token)).toEqual([]);
      const resumed = await send('PATCH', `${path}/${id}`, { paused: false });
      expect(resumed.body).toMatchObject({ paused: false, refusal: null });
      expect(await mailsToResume()).toEqual([]);
      // One that the person has paused needs no attention.
      await send('PATCH', `${path}/${id}`, { paused: true });
      expect(await mailsToResume()).toEqual([]);
      await send('PATCH', `${path}/${id}`, { paused: false });
      expect(await mailsAt(daysAfter(sixAm, 1))).toHaveLength(1);
    });

    test('is previewed, and mailed to oneself at most ten times an hour', async () => {
      const { id } = await subscribe();
      await sell(unit, saturday('21:00'));
      await signInAt(new Date('2026-06-14T05:00:00-04:00'));
      const preview = await send('POST', `${path}/${id}/preview`);
      expect(preview.body.subject).toMatch(`${venueName}, Sat, Jun 13: $`);
      expect(preview.body.html).toContain('Cuba Libre');
      for (let count = 0; count < 10; count += 1)
        expect((await send('POST', `${path}/${id}/send`)).body).toEqual({ recipient: owner.email });
      expect((await send('POST', `${path}/${id}/send`)).status).toBe(429);
      const rows = await app.db.selectFrom('messages').select(['recipient', 'body']).execute();
      expect(rows).toHaveLength(10);
      expect(rows[0]).toEqual({ recipient: owner.email, body: preview.body.text });
      // The mail of the night is still sent.
      expect(await mailsAt(sixAm)).toHaveLength(1);
    });
  });
});

describe('periods', () => {
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
        `\nNot attached: larger than 10 MB, which email servers refuse: Sign in to download it\nSales report of these days: ${link}\n`,
      );
      expect(mail?.body.length).toBeLessThan(5_000);
      expect(await mailsAt(minutesAfter(sixAm, 20))).toEqual([]);
    });
  });
});
