import { expect, test } from 'vitest';
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

test.each([
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
