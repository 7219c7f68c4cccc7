import { describe, expect, test } from 'vitest';
import webPush from 'web-push';
import { readEnvironment } from './env.ts';

describe('env', () => {
  const secret = 'x'.repeat(32);

  test('every environment variable is optional', () => {
    expect(readEnvironment({}, '/home/barback')).toEqual({
      isProduction: false,
      host: '127.0.0.1',
      port: 4000,
      renderingPort: null,
      renderingHost: null,
      dataDir: '/home/barback/data',
      databaseUrl: null,
      readReplica: null,
      toNodes: false,
      receiptDays: 400,
      migrate: true,
      seed: 'demo',
      admin: null,
      jwtSecret: null,
      previousJwtSecret: null,
      secretsKey: null,
      previousSecretsKey: null,
      isSecretsKeyLost: false,
      deniedUserId: null,
      flagFile: null,
      flagService: null,
      stripeApiBase: 'https://api.stripe.com',
      shift4ApiBase: 'https://api.shift4api.net/api/rest/v1',
      s3: null,
      smtp: null,
      publicUrl: null,
      messageLimits: { perUnit: 50, perOwner: 200 },
      twilio: null,
      webhooks: null,
      push: null,
      publicOrders: true,
      registration: 'open',
      adminSecondFactor: false,
      actingReason: false,
      supportContact: null,
      trustProxy: false,
      drainMs: 0,
      metricsToken: null,
      logLevel: 'warn',
    });
  });

  test('production closes the list of orders and registration, and requires a second factor, unless told otherwise', () => {
    const production = { NODE_ENV: 'production', JWT_SECRET: secret, SECRETS_KEY: secret };
    const opened = {
      ...production,
      PUBLIC_ORDERS: 'on',
      REGISTRATION: 'open',
      ADMIN_SECOND_FACTOR: 'optional',
    };
    const read = (environment: Record<string, string>) => {
      const { publicOrders, registration, adminSecondFactor } = readEnvironment(environment, '/');
      return { publicOrders, registration, adminSecondFactor };
    };
    expect(read(production)).toEqual({
      publicOrders: false,
      registration: 'admin',
      adminSecondFactor: true,
    });
    expect(read(opened)).toEqual({
      publicOrders: true,
      registration: 'open',
      adminSecondFactor: false,
    });
  });

  test.each(['1e3', '0x1388', ' ', ' 4000', '+4000', '4000.0', '65536', '-1'])(
    'a port is written in digits: %o is none',
    (value) => {
      for (const name of ['PORT', 'RENDERING_PORT', 'DRAIN_SECONDS']) {
        expect(() => readEnvironment({ [name]: value }, '/')).toThrow(
          `${name} is '${value}', but must be a whole number`,
        );
      }
    },
  );

  test('every environment variable can be set, and an empty one counts as not set', () => {
    const environment = {
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: '0',
      RENDERING_PORT: '4443',
      RENDERING_HOST: 'https://pages.example.com/',
      DATA_DIR: '/srv/barback',
      DATABASE_URL: 'postgres:///sales?host=/run/postgresql',
      DATABASE_READ_URL: 'postgres://10.0.0.6/sales',
      DATABASE_READ_MAX_LAG: '30',
      DATABASE_NODES: 'on',
      SEED: 'none',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'long enough',
      JWT_SECRET: secret,
      SECRETS_KEY: secret,
      JWT_SECRET_PREVIOUS: `former ${secret}`,
      SECRETS_KEY_PREVIOUS: `former ${secret}`,
      DENIED_USER_ID: 'someone',
      FLAGS_URL: 'https://flags.example.com/ofrep-bridge/',
      FLAGS_TOKEN: 'let-me-in',
      STRIPE_API_BASE: 'http://127.0.0.1:12111',
      SHIFT4_API_BASE: 'https://api.shift4test.com/api/rest/v1/',
      WEBHOOKS: 'on',
      WEBHOOK_ALLOW_ADDRESSES: '10.1.0.0/16, fd12::1',
      PUBLIC_URL: 'https://bar.example.com/',
      UNIT_MESSAGES_PER_DAY: '10',
      ORDER_RECEIPT_DAYS: '500',
      OWNER_MESSAGES_PER_DAY: '100',
      PUBLIC_ORDERS: 'off',
      REGISTRATION: 'admin',
      ADMIN_SECOND_FACTOR: 'required',
      ACTING_REASON: 'required',
      SUPPORT_CONTACT: ' help@bar.example.com ',
      TRUST_PROXY: 'on',
      DRAIN_SECONDS: '3',
      METRICS_TOKEN: 'prometheus-may-read',
      LOG_LEVEL: '',
    };
    expect(readEnvironment(environment, '/home/barback')).toEqual({
      isProduction: true,
      host: '0.0.0.0',
      port: 0,
      renderingPort: 4443,
      renderingHost: 'https://pages.example.com',
      dataDir: '/srv/barback',
      databaseUrl: 'postgres:///sales?host=/run/postgresql',
      readReplica: { url: 'postgres://10.0.0.6/sales', mostSecondsBehind: 30 },
      toNodes: true,
      receiptDays: 500,
      migrate: true,
      seed: 'none',
      admin: { email: 'admin@example.com', password: 'long enough' },
      jwtSecret: secret,
      previousJwtSecret: `former ${secret}`,
      secretsKey: secret,
      previousSecretsKey: `former ${secret}`,
      isSecretsKeyLost: false,
      deniedUserId: 'someone',
      flagFile: null,
      flagService: { url: 'https://flags.example.com/ofrep-bridge', token: 'let-me-in' },
      stripeApiBase: 'http://127.0.0.1:12111',
      shift4ApiBase: 'https://api.shift4test.com/api/rest/v1',
      s3: null,
      smtp: null,
      publicUrl: 'https://bar.example.com',
      messageLimits: { perUnit: 10, perOwner: 100 },
      twilio: null,
      webhooks: { allowed: ['10.1.0.0/16', 'fd12::1'] },
      push: null,
      publicOrders: false,
      registration: 'admin',
      adminSecondFactor: true,
      actingReason: true,
      supportContact: 'help@bar.example.com',
      trustProxy: true,
      drainMs: 3000,
      metricsToken: 'prometheus-may-read',
      logLevel: 'info',
    });
  });

  test("resolves a relative flag file path against Barback's own folder", () => {
    const fileOf = (path: string) =>
      readEnvironment({ FLAGS_FILE: path }, '/home/barback').flagFile;
    expect(fileOf('flags.json')).toBe('/home/barback/flags.json');
    expect(fileOf('/etc/flags.json')).toBe('/etc/flags.json');
  });

  test('production never seeds demo data by default', () => {
    expect(
      readEnvironment({ NODE_ENV: 'production', JWT_SECRET: secret, SECRETS_KEY: secret }, '/')
        .seed,
    ).toBe('none');
  });

  test.each([
    [{ PORT: 'abc' }, `PORT is 'abc', but must be a whole number from 0 to 65535.`],
    [{ PORT: '65536' }, `PORT is '65536', but must be a whole number from 0 to 65535.`],
    [{ PORT: '80.5' }, `PORT is '80.5', but must be a whole number from 0 to 65535.`],
    [{ RENDERING_PORT: '1e9' }, `RENDERING_PORT is '1e9', but must be a whole number from 0`],
    [
      { RENDERING_HOST: 'http://a.example/b' },
      `RENDERING_HOST is 'http://a.example/b', but must be`,
    ],
    [{ SEED: 'yes' }, `SEED is 'yes', but must be demo or none.`],
    [{ NODE_ENV: 'prod' }, `NODE_ENV is 'prod', but must be development, production or test.`],
    [{ PUBLIC_ORDERS: 'no' }, `PUBLIC_ORDERS is 'no', but must be on or off.`],
    [{ REGISTRATION: 'closed' }, `REGISTRATION is 'closed', but must be open or admin.`],
    [{ TRUST_PROXY: '1' }, `TRUST_PROXY is '1', but must be on or off.`],
    [{ METRICS_TOKEN: 'my-own' }, 'METRICS_TOKEN is 6 characters long, but must be at least 16'],
    [{ ADMIN_EMAIL: 'admin' }, `ADMIN_EMAIL is 'admin', but must be an e-mail address.`],
    [{ JWT_SECRET: 'my-own-words' }, 'JWT_SECRET is 12 characters long, but must be at least 32'],
    [{ ADMIN_PASSWORD: 'my-own' }, 'ADMIN_PASSWORD is 6 characters long, but must be at least 8'],
    [
      { DATABASE_URL: 'mysql://me:my-own@host/db' },
      'DATABASE_URL is 25 characters long, but must be',
    ],
    [{ DATABASE_READ_URL: 'mysql://me:my-own@host/db' }, 'DATABASE_READ_URL is 25 characters long'],
    [{ DATABASE_READ_URL: 'postgres://me:my-own@host/db' }, 'the built-in database has no standby'],
    [
      { DATABASE_READ_MAX_LAG: '1' },
      `DATABASE_READ_MAX_LAG is '1', but must be a whole number from 2`,
    ],
    [{ DATABASE_READ_MAX_LAG: '301' }, 'must be a whole number from 2 to 300'],
    [{ FLAGS_URL: 'flags.example.com' }, 'FLAGS_URL is 17 characters long, but must be an http or'],
    [{ FLAGS_URL: 'http://me:my-own@flags' }, 'FLAGS_URL is 22 characters long, but must be'],
    [{ FLAGS_URL: 'ftp://flags' }, 'FLAGS_URL is 11 characters long, but must be an http or https'],
    [
      { FLAGS_URL: 'http://flags', FLAGS_TOKEN: 'my-own words' },
      'FLAGS_TOKEN is 12 characters long',
    ],
    [{ FLAGS_URL: 'http://flags', FLAGS_FILE: 'a.json' }, 'FLAGS_FILE and FLAGS_URL are both set'],
    [{ FLAGS_TOKEN: 'my-own' }, 'FLAGS_TOKEN is set, but there is no service to send it to'],
    [
      { STRIPE_API_BASE: 'http://stripe.example' },
      'STRIPE_API_BASE is 21 characters long, but must',
    ],
    [{ STRIPE_API_BASE: 'https://stripe.example/v1' }, 'and without a path.'],
    [{ SHIFT4_API_BASE: 'http://shift4.example/v1' }, 'SHIFT4_API_BASE is 24 characters long, but'],
    [{ ADMIN_EMAIL: 'admin@example.com' }, 'ADMIN_EMAIL and ADMIN_PASSWORD belong together'],
    [{ NODE_ENV: 'production', JWT_SECRET: secret, SEED: 'demo' }, 'SEED is demo, but NODE_ENV is'],
    [{ NODE_ENV: 'production' }, 'JWT_SECRET is not set, but NODE_ENV is production'],
    [{ NODE_ENV: 'production', JWT_SECRET: secret }, 'SECRETS_KEY is not set, but NODE_ENV is'],
  ])('the environment %o stops the start with one message', (environment, message) => {
    const read = (): unknown => readEnvironment(environment, '/');
    expect(read).toThrow(message);
    expect(read).not.toThrow('my-own');
  });
});

describe('env services', () => {
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

  test('webhooks are off unless they are turned on', () => {
    const read = (given: Record<string, string>) => readEnvironment(given, '/home/barback');
    expect(read({ WEBHOOK_ALLOW_ADDRESSES: '10.0.0.0/8' }).webhooks).toBeNull();
    expect(read({ WEBHOOKS: 'on' }).webhooks).toEqual({ allowed: [] });
    for (const text of ['10.0.0.0/33', 'example.com', '10.0.0.1;10.0.0.2'])
      expect(() => read({ WEBHOOK_ALLOW_ADDRESSES: text })).toThrow('addresses or networks');
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
    [
      { ...push, VAPID_SUBJECT: 'admin' },
      "VAPID_SUBJECT is 'admin', but must be a mailto: or https",
    ],
    [
      { ...push, PUSH_HOSTS: 'https://x.example' },
      'but must be host names with commas between them',
    ],
    [{ ...push, PUSH_HOSTS: 'http://169.254.169.254:80' }, 'but must be host names with commas'],
    [{ ...bucket, S3_SECRET_KEY: '' }, 'belong together: S3_SECRET_KEY is not set.'],
    [{ S3_ACCESS_KEY: 'AKIA' }, 'belong together: S3_ENDPOINT is not set.'],
    [
      { ...bucket, S3_ENDPOINT: 's3.example.com' },
      "S3_ENDPOINT is 's3.example.com', but must be an",
    ],
    [{ ...bucket, S3_BUCKET: 'Bar/Pictures' }, "S3_BUCKET is 'Bar/Pictures', but must be the name"],
    [{ ...bucket, S3_SECRET_KEY: 'my-own words' }, 'S3_SECRET_KEY is 12 characters long, but must'],
    [{ STORAGE_BASE_URL: 'https://x.example' }, 'STORAGE_BASE_URL is set, but there is no bucket'],
    [{ SMTP_URL: mail.SMTP_URL }, 'SMTP_URL and MAIL_FROM belong together: MAIL_FROM is not set.'],
    [{ MAIL_FROM: mail.MAIL_FROM }, 'SMTP_URL and MAIL_FROM belong together: SMTP_URL is not set.'],
    [
      { ...mail, SMTP_URL: 'https://me:my-own@x' },
      'SMTP_URL is 19 characters long, but must be the',
    ],
    [
      { ...mail, MAIL_FROM: 'Barback' },
      "MAIL_FROM is 'Barback', but must be an e-mail address, or",
    ],
    [
      { ...mail, MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' },
      'but must be an e-mail address, or',
    ],
    [{ PUBLIC_URL: 'https://bar.example.com/app' }, 'but must be an http or https address without'],
    [
      { OWNER_MESSAGES_PER_DAY: '-1' },
      "OWNER_MESSAGES_PER_DAY is '-1', but must be a whole number",
    ],
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
});
