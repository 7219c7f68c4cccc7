import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smtpMail } from '../adapters/messages/smtp.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  daysAfter,
  mailsAt,
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
import {
  queueSchedules,
  startTestMailServer,
  type TestMailServer,
  testOutbox,
} from '../testing/messages.ts';
import { addPerson } from '../testing/accounts.ts';

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
    const link = /^<https:\/\/bar\.example\.com(\/[^>]+)>$/.exec(header('list-unsubscribe') ?? '');
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
      { unitNumber: null, text: 'A report mail is paused: your address refused it' },
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
