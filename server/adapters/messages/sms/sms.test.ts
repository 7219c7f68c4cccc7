import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestFolder } from '../../../../db/testing/folder.ts';
import { startTestService, type TestService } from '../../../testing/services/providers.ts';
import { localSms } from '../file-outbox.ts';
import type { Sms } from '../port.ts';
import { twilioSms } from '../twilio.ts';

const sms = { id: 'sms-1', to: '+14155552671', text: 'Café, unit 1042: Rum & Cola is at 18%.' };
const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;

/** Response of Twilio's Messages API to an accepted message. */
const taken = { sid: `SM${'0'.repeat(32)}`, status: 'queued', to: sms.to, error_code: null };
const refused = (status: number, code: number) => ({
  status,
  body: { code, message: 'No', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

describe('Twilio', () => {
  let service: TestService;
  let twilio: Sms;
  beforeEach(async () => {
    service = await startTestService(() => ({ status: 201, body: taken }));
    const settings = { accountSid, authToken: 'secret', from: '+14155550100' };
    twilio = await twilioSms({ ...settings, apiBase: service.url }, 1000);
  });
  afterEach(() => service.close());

  test("posts a message once, with the account's credentials", async () => {
    await twilio.send(sms);
    expect(service.received).toMatchObject([
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
        headers: { authorization: `Basic ${btoa(`${accountSid}:secret`)}` },
      },
    ]);
    expect(Object.fromEntries(new URLSearchParams(service.received[0]?.body))).toEqual({
      To: sms.to,
      From: '+14155550100',
      Body: sms.text,
    });
  });

  test.each([
    ['a number that cannot be', refused(400, 21_211), 'refused'],
    ['a wrong token', refused(401, 20_003), 'notSent'],
    ['too many at once', refused(429, 20_429), 'notSent'],
    ['a service that is closed', refused(503, 20_503), 'notSent'],
    ['a failure of theirs', refused(500, 20_500), 'unknown'],
    ['silence', 'silence' as const, 'unknown'],
  ])('classifies the Twilio failure: %s', async (_, response, kind) => {
    service.response = () => response;
    await expect(twilio.send(sms)).rejects.toMatchObject({ name: 'SendError', kind });
    expect(service.received).toHaveLength(1);
  });

  test('reports a message as not sent when the connection is refused', async () => {
    await service.close();
    await expect(twilio.send(sms)).rejects.toMatchObject({ kind: 'notSent' });
  });
});

describe('text messages to the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await makeTestFolder();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('writes one file per message, however often it is sent', async () => {
    const outbox = join(folder, 'outbox');
    await localSms(outbox).send(sms);
    await localSms(outbox).send(sms);
    expect(await readdir(outbox)).toEqual(['sms-1.txt']);
    const written = await readFile(join(outbox, 'sms-1.txt'), 'utf8');
    expect(written).toBe(`To: +14155552671\n\n${sms.text}\n`);
  });
});
