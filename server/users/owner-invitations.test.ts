import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailRecipient } from '../recipients/confirmations.ts';
import { findRecipient } from '../recipients/recipients.queries.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { emptyQueue, testOutbox } from '../testing/services/messages.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

describe('invitations of owners', () => {
  const password = 'a quiet tuesday bar';
  let admin: string;
  let count = 0;
  withApp({ owner: 'Rooftop' });
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
  });
  beforeEach(async () => {
    app.setNow(new Date());
    app.deps.sendsMail = false;
    await emptyQueue(app.db);
  });

  const newEmail = (): string => `invited.${(count += 1)}@example.com`;
  const invite = (email: string, more: object = {}, token = admin) =>
    app.send('POST', '/api/admins/owners', {
      token,
      body: { name: 'Harbour', venueName: 'Harbour Bar', email, ...more },
    });
  const inviteAgain = (id: string, token = admin) =>
    app.send('POST', `/api/admins/owner/${id}/invitation`, { token });
  const setPassword = (link: string) =>
    app.send('POST', '/api/users/password/reset', {
      body: { token: link.slice(-32), password, password2: password },
    });
  const signIn = (email: string) =>
    app.send('POST', '/api/users/login', { body: { email, password } });
  const listed = async (id: string) =>
    (await app.send('GET', `/api/admins/owner/${id}`, { token: admin })).body;

  test('an invited owner sets a password with the link, and is listed as invited until then', async () => {
    const email = newEmail();
    const { status, body } = await invite(email, { timezone: 'America/Chicago' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      owner: { name: 'Harbour', email, isInvited: true, venues: [{ name: 'Harbour Bar' }] },
      link: expect.stringMatching(/^\/reset-password\?invited=yes#[\da-f]{32}$/),
    });
    const { id } = body.owner;
    expect(await listed(id)).toMatchObject({ isInvited: true });
    const found = await app.send('GET', `/api/admins/owners?search=${email}`, { token: admin });
    expect(found.body.owners).toMatchObject([{ id, isInvited: true }]);

    expect(await setPassword(body.link)).toMatchObject({ status: 200, body: { email } });
    expect(await listed(id)).toMatchObject({ isInvited: false });
    const { body: session } = await signIn(email);
    const venues = await app.send('GET', `/api/venues/${body.owner.venues[0].id}/clock`, {
      token: session.token,
    });
    expect(venues.body).toMatchObject({ clock: { timezone: 'America/Chicago' } });
    const recipient = await findRecipient(app.db, mailRecipient(id, email));
    expect(recipient?.state).toBe('confirmed');
    expect((await setPassword(body.link)).status).toBe(410);
  });

  test('the link is mailed where a mail server is set up, and no other mail is', async () => {
    app.deps.sendsMail = true;
    const email = newEmail();
    const { mails, runAll } = testOutbox(app);
    expect((await invite(email)).body.link).toBeNull();
    await runAll();
    expect(mails).toMatchObject([{ to: email, text: expect.stringContaining('Harbour Bar') }]);
    expect((await setPassword(mails[0]?.text.trim() ?? '')).status).toBe(200);
  });

  test('an invitation that is sent again replaces the link before it', async () => {
    const email = newEmail();
    const { link: first, owner: invited } = (await invite(email)).body;
    const again = await inviteAgain(invited.id);
    expect(again).toMatchObject({ status: 200, body: { owner: { email, isInvited: true } } });
    expect((await setPassword(first)).status).toBe(410);
    expect((await setPassword(again.body.link)).status).toBe(200);
    expect((await inviteAgain(invited.id)).status).toBe(409);
    const { body } = await app.send('GET', `/api/audit?ownerId=${invited.id}`, { token: admin });
    const made = body.entries.filter(({ action }: any) => action === 'owner.invited');
    expect(made).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain(again.body.link.slice(-32));
  });

  test('a link works for seven days; after that the owner asks for another password, or is invited again', async () => {
    const email = newEmail();
    const { link, owner: invited } = (await invite(email)).body;
    app.setNow(new Date(Date.now() + 7.1 * 86_400_000));
    expect(await setPassword(link)).toMatchObject({
      status: 410,
      body: { error: { message: expect.stringContaining('works for 7 days') } },
    });
    app.setNow(new Date());
    const { mails, runAll } = testOutbox(app);
    await app.send('POST', '/api/users/password/forgot', { body: { email } });
    await runAll();
    expect((await setPassword(mails[0]?.text.trim() ?? '')).status).toBe(200);
    expect(await listed(invited.id)).toMatchObject({ isInvited: false });
  });

  test('a taken email, a missing name and a clock that is none are refused and create nothing', async () => {
    const taken = await invite(owner.email.toUpperCase());
    expect(taken).toMatchObject({ status: 400, body: { email: expect.any(String) } });
    for (const wrong of [{ name: ' ' }, { venueName: '' }, { timezone: 'Mars/Olympus' }]) {
      const email = newEmail();
      expect((await invite(email, wrong)).status).toBe(400);
      const { body } = await app.send('GET', `/api/admins/owners?search=${email}`, {
        token: admin,
      });
      expect(body.owners).toEqual([]);
    }
  });

  test('only super admins invite owners', async () => {
    expect((await invite(newEmail(), {}, owner.token)).status).toBe(403);
    expect((await inviteAgain(owner.userId, owner.token)).status).toBe(403);
    expect((await inviteAgain(owner.userId)).status).toBe(409);
    expect((await inviteAgain('018f0000-0000-7000-8000-000000000000')).status).toBe(404);
  });
});
