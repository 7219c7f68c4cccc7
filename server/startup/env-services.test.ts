import { expect, test } from 'vitest';
import webPush from 'web-push';
import { readEnvironment } from './env.ts';

const bucket = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'bar-pictures',
  S3_ACCESS_KEY: 'AKIA',
  S3_SECRET_KEY: 'my-own',
};
const mail = {
  SMTP_URL: 'smtps://bar:my-own@mail.example.com:465',
  MAIL_FROM: 'Barback <bar@example.com>',
};
const sid = `AC${'0123456789abcdef'.repeat(2)}`;
const sms = { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: 'my-own', TWILIO_FROM: '+14155550100' };
const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const push = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:admin@example.com',
};

const read = (environment: Record<string, string>) => readEnvironment(environment, '/');

test('images, mail and text messages use the configured services', () => {
  expect(read({ ...bucket, ...mail, ...sms })).toMatchObject({
    s3: {
      endpoint: 'https://s3.example.com',
      bucket: 'bar-pictures',
      region: 'us-east-1',
      accessKey: 'AKIA',
      secretKey: 'my-own',
      publicBase: 'https://s3.example.com/bar-pictures/',
    },
    smtp: { url: mail.SMTP_URL, from: 'Barback <bar@example.com>' },
    twilio: {
      accountSid: sid,
      authToken: 'my-own',
      from: '+14155550100',
      apiBase: 'https://api.twilio.com',
    },
    publicUrl: null,
    messageLimits: { perUnit: 50, perOwner: 200 },
  });
  const own = { PUBLIC_URL: 'https://bar.example.com/', UNIT_MESSAGES_PER_DAY: '0' };
  expect(read(own)).toMatchObject({
    publicUrl: 'https://bar.example.com',
    messageLimits: { perUnit: 0, perOwner: 200 },
  });
  const elsewhere = { S3_REGION: 'eu-west-1', STORAGE_BASE_URL: 'https://pictures.example.com/' };
  expect(read({ ...bucket, ...elsewhere }).s3).toMatchObject({
    region: 'eu-west-1',
    publicBase: 'https://pictures.example.com/',
  });
});

test('push messages need a pair of keys, and go to known push services', () => {
  expect(read({}).push).toBeNull();
  const subject = 'mailto:admin@example.com';
  expect(read(push).push).toMatchObject({ publicKey, privateKey, subject });
  expect(read(push).push?.hosts).toContain('fcm.googleapis.com');
  const hosts = 'push.example.com, *.push.apple.com,http://127.0.0.1:9';
  expect(read({ ...push, PUSH_HOSTS: hosts }).push?.hosts).toEqual([
    'push.example.com',
    '*.push.apple.com',
    'http://127.0.0.1:9',
  ]);
  const short = privateKey.slice(1);
  const other = webPush.generateVAPIDKeys().privateKey;
  for (const [wrong, message] of [
    [short, 'VAPID_PRIVATE_KEY is 42 characters long, but must be the private key'],
    [other, 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not of one pair'],
    ['A'.repeat(43), 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not of one pair'],
  ] as const) {
    const given = { ...push, VAPID_PRIVATE_KEY: wrong };
    expect(() => read(given)).toThrow(message);
    expect(() => read(given)).not.toThrow(wrong);
  }
});

test.each([
  [{ ...push, VAPID_SUBJECT: '' }, 'belong together: VAPID_SUBJECT is not set.'],
  [{ ...push, VAPID_SUBJECT: 'admin' }, "VAPID_SUBJECT is 'admin', but must be a mailto: or https"],
  [{ ...push, PUSH_HOSTS: 'https://x.example' }, 'but must be host names with commas between them'],
  [{ ...push, PUSH_HOSTS: 'http://169.254.169.254:80' }, 'but must be host names with commas'],
  [{ ...bucket, S3_SECRET_KEY: '' }, 'belong together: S3_SECRET_KEY is not set.'],
  [{ S3_ACCESS_KEY: 'AKIA' }, 'belong together: S3_ENDPOINT is not set.'],
  [{ ...bucket, S3_ENDPOINT: 's3.example.com' }, "S3_ENDPOINT is 's3.example.com', but must be an"],
  [{ ...bucket, S3_BUCKET: 'Bar/Pictures' }, "S3_BUCKET is 'Bar/Pictures', but must be the name"],
  [{ ...bucket, S3_SECRET_KEY: 'my-own words' }, 'S3_SECRET_KEY is 12 characters long, but must'],
  [{ STORAGE_BASE_URL: 'https://x.example' }, 'STORAGE_BASE_URL is set, but there is no bucket'],
  [{ SMTP_URL: mail.SMTP_URL }, 'SMTP_URL and MAIL_FROM belong together: MAIL_FROM is not set.'],
  [{ MAIL_FROM: mail.MAIL_FROM }, 'SMTP_URL and MAIL_FROM belong together: SMTP_URL is not set.'],
  [{ ...mail, SMTP_URL: 'https://me:my-own@x' }, 'SMTP_URL is 19 characters long, but must be the'],
  [{ ...mail, MAIL_FROM: 'Barback' }, "MAIL_FROM is 'Barback', but must be an e-mail address, or"],
  [{ ...mail, MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'but must be an e-mail address, or'],
  [{ PUBLIC_URL: 'https://bar.example.com/app' }, 'but must be an http or https address without'],
  [{ OWNER_MESSAGES_PER_DAY: '-1' }, "OWNER_MESSAGES_PER_DAY is '-1', but must be a whole number"],
  [{ ...sms, TWILIO_FROM: '' }, 'belong together: TWILIO_FROM is not set.'],
  [{ ...sms, TWILIO_FROM: 'Barback' }, "TWILIO_FROM is 'Barback', but must be a phone number"],
  [
    { ...sms, TWILIO_ACCOUNT_SID: 'AC123' },
    "TWILIO_ACCOUNT_SID is 'AC123', but must be an account",
  ],
  [{ ...sms, TWILIO_AUTH_TOKEN: 'my-own words' }, 'TWILIO_AUTH_TOKEN is 12 characters long, but'],
  [{ ...sms, TWILIO_API_BASE: 'http://twilio.example' }, 'but must be an https address'],
])('the environment %o stops the start with one message', (environment, message) => {
  expect(() => read(environment)).toThrow(message);
  expect(() => read(environment)).not.toThrow('my-own');
});
