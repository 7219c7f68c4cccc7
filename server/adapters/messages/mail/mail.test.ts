import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestFolder } from '../../../../db/testing/folder.ts';
import { startTestMailServer, type TestMailServer } from '../../../testing/services/messages.ts';
import { localMail } from '../file-outbox.ts';
import type { OutgoingMail } from '../port.ts';
import { smtpMail } from '../smtp.ts';

const mail: OutgoingMail = {
  id: '0190a0b0-0000-7000-8000-000000000001',
  to: 'maya@rooftop.example',
  subject: 'Crème de Menthe is at 18% in unit 1042',
  text: 'Café Olé, unit 1042: Crème de Menthe is at 18%. Restock it soon.',
  writtenAt: new Date('2024-03-10T12:00:00Z'),
  attachment: null,
};
const csv = { name: 'sales "march".csv', content: 'Date,Total\r\n2024-03-10,$9.00\r\n' };

const open: TestMailServer[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const from = 'Barback <bar@example.com>';
const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode });

async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const server = await startTestMailServer(options);
  open.push(server);
  return server;
}

describe('SMTP mail', () => {
  test('delivers a mail unchanged, with a stable Message-ID', async () => {
    const { url, received } = await startMailServer();
    await smtpMail(url, from).send({ ...mail, attachment: csv });
    expect(received).toMatchObject([{ from: 'bar@example.com', to: [mail.to] }]);
    const parsed = await PostalMime.parse(received[0]?.raw ?? '');
    expect(parsed).toMatchObject({
      from: { name: 'Barback', address: 'bar@example.com' },
      to: [{ address: mail.to }],
      subject: mail.subject,
      date: '2024-03-10T12:00:00.000Z',
      messageId: `<${mail.id}@example.com>`,
      attachments: [{ filename: csv.name }],
    });
    expect(parsed.text?.trim()).toBe(mail.text);
    const content = parsed.attachments[0]?.content ?? '';
    expect(Buffer.from(content as ArrayBuffer).toString()).toBe(csv.content);
  });

  test('prevents header and recipient injection', async () => {
    const { url, received } = await startMailServer();
    await smtpMail(url, from).send({ ...mail, subject: 'Rum\r\nBcc: eve@example.com' });
    expect(received[0]?.to).toEqual([mail.to]);
    expect((await PostalMime.parse(received[0]?.raw ?? '')).bcc).toBeUndefined();
  });

  test.each<[string, SMTPServerOptions, string]>([
    ['an unknown recipient', { onRcptTo: (_to, _session, done) => done(refusal(550)) }, 'refused'],
    ['a full mailbox', { onRcptTo: (_to, _session, done) => done(refusal(452)) }, 'notSent'],
    [
      'a content it does not take',
      {
        onData: (stream, _session, done) => {
          stream.resume();
          stream.on('end', () => done(refusal(554)));
        },
      },
      'refused',
    ],
    ['a wrong password', { onAuth: (_auth, _session, done) => done(refusal(535)) }, 'notSent'],
    ['a server that is closing', { onConnect: (_session, done) => done(refusal(421)) }, 'notSent'],
  ])('classifies the SMTP failure: %s', async (_, options, kind) => {
    const { url } = await startMailServer(options);
    await expect(smtpMail(url, from).send(mail)).rejects.toMatchObject({ kind });
  });

  test('distinguishes a refused recipient from a refused mail', async () => {
    const unknown = await startMailServer({
      onRcptTo: (_to, _session, done) => done(refusal(550)),
    });
    const ofRecipient = { kind: 'refused', isOfRecipient: true };
    await expect(smtpMail(unknown.url, from).send(mail)).rejects.toMatchObject(ofRecipient);
    const strict = await startMailServer({
      onMailFrom: (_from, _session, done) => done(refusal(550)),
    });
    const ofMail = { kind: 'refused', isOfRecipient: false };
    await expect(smtpMail(strict.url, from).send(mail)).rejects.toMatchObject(ofMail);
  });

  test('reports a mail as not sent when the connection is refused', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    await once(gone.close(), 'close');
    const sending = smtpMail(`smtp://127.0.0.1:${port}`, from).send(mail);
    await expect(sending).rejects.toMatchObject({ kind: 'notSent' });
  });

  test('reports a mail as not sent when the server stops responding before the content', async () => {
    const { url } = await startMailServer({ onMailFrom: () => undefined });
    const sending = smtpMail(url, from, 1000).send(mail);
    await expect(sending).rejects.toMatchObject({ kind: 'notSent' });
  });

  test('reports a mail as possibly sent when the server stops responding after the content', async () => {
    const { url } = await startMailServer({ onData: (stream) => stream.resume() });
    const sending = smtpMail(url, from, 1000).send(mail);
    await expect(sending).rejects.toMatchObject({ kind: 'unknown' });
  });
});

describe('mail to the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await makeTestFolder();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('writes one file per mail, however often it is sent', async () => {
    const outbox = join(folder, 'outbox');
    await localMail(outbox).send({ ...mail, attachment: csv });
    const name = `${mail.id}.eml`;
    await localMail(outbox).send(mail);
    expect(await readdir(outbox)).toEqual([name]);
    expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600);
    expect(await PostalMime.parse(await readFile(join(outbox, name)))).toMatchObject({
      to: [{ address: mail.to }],
      subject: mail.subject,
      messageId: `<${mail.id}@localhost>`,
      attachments: [],
    });
  });
});
