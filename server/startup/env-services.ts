/** Services from the environment. Their URLs are validated, without a trailing slash. */
import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { StartupError } from '../../db/start-error.ts';
import { usualPushHosts } from '../../rules/alerts/push-services.ts';

/** Flag service; it may be in the same network, so plain HTTP is allowed. */
export const flagService = address(
  () => true,
  'an http or https address without a user name, a password or a query, like https://flags.example.com',
);

/** Bucket endpoint, or the public base URL of its files: may be in the same network, too. */
const bucketAddress = address(
  () => true,
  'an http or https address without a user name, a password or a query, like https://s3.example.com',
);

/** Public base URL of the venues' pages. */
export const publicHost = address(
  ({ pathname }) => pathname === '/',
  'an http or https address without a path, like https://pages.example.com',
);

const closed = 'an https address without a user name, a password or a query';

/** Card provider: receives keys, so plain HTTP is allowed on this machine only. */
export const cardProvider = address(isClosed, closed);

/** Same, for a provider whose client accepts no path. */
export const cardProviderHost = address(
  (url) => isClosed(url) && url.pathname === '/',
  `${closed} and without a path`,
);

/** Text message provider; receives the account's token. */
const messageService = address(isClosed, closed);

function address(isRight: (url: URL) => boolean, error: string) {
  return z
    .string()
    .refine((text) => URL.canParse(text) && isBare(new URL(text)) && isRight(new URL(text)), {
      error,
    })
    .transform((text) => text.replace(/\/+$/, ''));
}

const isBare = ({ protocol, username, password, search, hash }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && username + password + search + hash === '';

function isClosed({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname);
}

// External services for images, mail and text messages from the environment: all are optional.

export interface OutsideServices {
  /** Null stores images in the data folder. publicBase ends in a slash. */
  s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKey: string;
    secretKey: string;
    publicBase: string;
  } | null;
  /** Null writes mail to the data folder. */
  smtp: { url: string; from: string } | null;
  /** Null writes text messages to the data folder. */
  twilio: { accountSid: string; authToken: string; from: string; apiBase: string } | null;
  /** Null sends no push messages. */
  push: { publicKey: string; privateKey: string; subject: string; hosts: string[] } | null;
  /** Public base URL of the dashboard, for links in messages; null for the address on which it listens. */
  publicUrl: string | null;
  /** Null sends no webhooks. allowed: addresses and networks of its own to which they may be sent too. */
  webhooks: { allowed: string[] } | null;
  /** Messages of restock notices per day. */
  messageLimits: { perUnit: number; perOwner: number };
}

const word = z.string().regex(/^[\x21-\x7e]+$/, 'letters, digits and signs without spaces');

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const isNetwork = (text: string): boolean => network.safeParse(text).success;

const countPerDay = z
  .string()
  .regex(/^\d{1,6}$/, 'a whole number from 0 to 999999')
  .transform(Number);

/** A host name, one that stands for all hosts of a domain, or an origin on this machine. */
const pushHost = /^((\*\.)?[a-z\d-]+(\.[a-z\d-]+)+|http:\/\/(localhost|127\.0\.0\.1):\d+)$/;

export const serviceVariables = {
  S3_ENDPOINT: bucketAddress
    .optional()
    .describe(
      'S3-compatible bucket for pictures; S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY belong to it (default: DATA_DIR)',
    ),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'the name of a bucket, like bar-pictures')
    .optional()
    .describe('Name of the bucket'),
  S3_REGION: word.default('us-east-1').describe('Region of the bucket'),
  S3_ACCESS_KEY: word.optional().describe('Access key of the bucket'),
  S3_SECRET_KEY: word.optional().describe('Secret key of the bucket'),
  STORAGE_BASE_URL: bucketAddress
    .optional()
    .describe("Public base URL of the bucket's files (default: endpoint and bucket)"),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'the address of a mail server, like smtps://user:password@mail.example.com:465',
    })
    .optional()
    .describe(
      'Mail server, smtp:// or smtps:// with user and password (default: mail is written to DATA_DIR)',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@"]+ <[^\s<>@,"]+@[^\s<>@,"]+>|[^\s<>@,"]+@[^\s<>@,"]+)$/,
      'an e-mail address, or a name and an address, like Barback <bar@example.com>',
    )
    .optional()
    .describe('Sender of mail, together with SMTP_URL'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[\da-f]{32}$/i, 'an account SID: AC and 32 hexadecimal digits')
    .optional()
    .describe('Twilio account for text messages (default: they are written to DATA_DIR)'),
  TWILIO_AUTH_TOKEN: word.optional().describe('Token of the Twilio account'),
  TWILIO_FROM: z
    .string()
    .regex(/^\+?\d{5,15}$/, 'a phone number, like +14155550100')
    .optional()
    .describe('Phone number that text messages come from'),
  TWILIO_API_BASE: messageService.default('https://api.twilio.com').describe('Base URL of Twilio'),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'the public key that npx web-push generate-vapid-keys prints')
    .optional()
    .describe(
      'Public key of push messages, from npx web-push generate-vapid-keys (default: none are sent)',
    ),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'the private key that npx web-push generate-vapid-keys prints')
    .optional()
    .describe('Private key of push messages'),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'a mailto: or https: address')
    .optional()
    .describe('Contact for push services, like mailto:admin@example.com'),
  PUSH_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim()))
    .refine(
      (hosts) => hosts.every((host) => pushHost.test(host)),
      'host names with commas between them, like fcm.googleapis.com,*.push.apple.com',
    )
    .default([...usualPushHosts])
    .describe('Hosts of push services; push messages are sent to no other'),
  PUBLIC_URL: publicHost
    .optional()
    .describe(
      'Public base URL of the dashboard, for links in mail and text messages, like https://bar.example.com',
    ),
  WEBHOOKS: z
    .enum(['on', 'off'], { error: 'on or off' })
    .default('off')
    .describe('on: programs of owners are told of events at their https addresses'),
  WEBHOOK_ALLOW_ADDRESSES: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine(
      (all) => all.every(isNetwork),
      'addresses or networks with commas between them, like 10.1.0.0/16',
    )
    .optional()
    .describe(
      'Addresses and networks of your own to which webhooks may be sent too, like 10.1.0.0/16 (default: none)',
    ),
  UNIT_MESSAGES_PER_DAY: countPerDay
    .default(50)
    .describe('Most messages of restock notices per unit and day'),
  OWNER_MESSAGES_PER_DAY: countPerDay
    .default(200)
    .describe('Most messages of restock notices per owner and day'),
};

/** Variables whose invalid values are not repeated in error messages. */
export const serviceSecrets = [
  'S3_SECRET_KEY',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'VAPID_PRIVATE_KEY',
];

const variables = z.object(serviceVariables);
type Variables = z.output<typeof variables>;

/** Throws StartupError when related variables are only partly set. */
export function servicesOf(given: Variables): OutsideServices {
  checkTogether(given, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']);
  checkTogether(given, ['SMTP_URL', 'MAIL_FROM']);
  checkTogether(given, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']);
  checkTogether(given, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT']);
  if (given.STORAGE_BASE_URL !== undefined && given.S3_ENDPOINT === undefined) {
    throw new StartupError(
      'STORAGE_BASE_URL is set, but there is no bucket that it could show: set S3_ENDPOINT too, or leave STORAGE_BASE_URL out.',
    );
  }
  return {
    s3: bucketOf(given),
    smtp: mailServerOf(given),
    twilio: twilioOf(given),
    push: pushOf(given),
    publicUrl: given.PUBLIC_URL ?? null,
    webhooks: given.WEBHOOKS === 'on' ? { allowed: given.WEBHOOK_ALLOW_ADDRESSES ?? [] } : null,
    messageLimits: {
      perUnit: given.UNIT_MESSAGES_PER_DAY,
      perOwner: given.OWNER_MESSAGES_PER_DAY,
    },
  };
}

type Named = keyof Variables;

function checkTogether(given: Variables, names: readonly Named[]): void {
  const missing = names.find((name) => given[name] === undefined);
  if (missing === undefined || names.every((name) => given[name] === undefined)) return;
  throw new StartupError(
    `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} belong together: ${missing} is not set.`,
  );
}

function bucketOf(given: Variables): OutsideServices['s3'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = given;
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, STORAGE_BASE_URL: shownAt } = given;
  if (!endpoint || !bucket || !accessKey || !secretKey) return null;
  const publicBase = `${shownAt ?? `${endpoint}/${bucket}`}/`;
  return { endpoint, bucket, region, accessKey, secretKey, publicBase };
}

function mailServerOf({ SMTP_URL: url, MAIL_FROM: from }: Variables): OutsideServices['smtp'] {
  return url && from ? { url, from } : null;
}

function twilioOf(given: Variables): OutsideServices['twilio'] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = given;
  if (!accountSid || !authToken || !from) return null;
  return { accountSid, authToken, from, apiBase: given.TWILIO_API_BASE };
}

function pushOf(given: Variables): OutsideServices['push'] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given;
  const { VAPID_SUBJECT: subject, PUSH_HOSTS: hosts } = given;
  if (!publicKey || !privateKey || !subject) return null;
  if (publicKeyOf(privateKey) !== publicKey)
    throw new StartupError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not of one pair.');
  return { publicKey, privateKey, subject, hosts };
}

/** Public key on P-256 in base64url; null for what is not a private key. */
function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return null;
  }
}
