/** Test fixtures: members of staff, several owners, confirmed recipients and links, and an authenticator. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { beforeAll, beforeEach } from 'vitest';
import type { Role } from '../../rules/permissions/roles.ts';
import { newId } from '../shared/ids.ts';
import {
  addOwner,
  createUnit,
  type Reply,
  type TestApp,
  type TestOwner,
  testPassword,
  type TestUnit,
} from './app.ts';
import { emptyQueue, testOutbox } from './services/messages.ts';
import { app, owner, withApp } from './with-app.ts';
import { hashPassword } from '../users/passwords.ts';

export interface TestPerson {
  userId: string;
  email: string;
  token: string;
}

/** Adds a member of an owner's staff, signed in. */
export async function addPerson(
  test: TestApp,
  owner: TestOwner,
  role: Role,
  venueIds: string[] | null = null,
): Promise<TestPerson> {
  const at = test.deps.now();
  const userId = newId(at);
  const email = `${role}.${userId.slice(-6)}@example.com`;
  await test.db
    .insertInto('users')
    .values({
      id: userId,
      account_type: 'staff',
      name: `Robin the ${role}`,
      email,
      password_hash: await hashPassword(testPassword, test.deps.passwordCost),
    })
    .execute();
  const membership = { owner_id: owner.userId, user_id: userId, role, venue_ids: venueIds };
  await test.db
    .insertInto('memberships')
    .values({ ...membership, created_at: at })
    .execute();
  return { userId, email, token: await test.login(email) };
}

/** Makes somebody a member of another owner's staff too. */
export async function joinOwner(
  test: TestApp,
  owner: Pick<TestOwner, 'userId'>,
  { userId }: Pick<TestPerson, 'userId'>,
  role: Role,
  venueIds: string[] | null = null,
): Promise<void> {
  const membership = { owner_id: owner.userId, user_id: userId, role, venue_ids: venueIds };
  // After the one before, also in the same millisecond.
  const created_at = new Date(test.deps.now().getTime() + 1);
  await test.db
    .insertInto('memberships')
    .values({ ...membership, created_at })
    .execute();
}

// Test fixture: Kim, a bartender of one owner and a manager of another.

export let rooftop: TestOwner;
export let harbour: TestOwner;
export let foreign: TestOwner;
export let bench: TestUnit;
export let kim: TestPerson;

/** Of each test a Kim of its own. */
export function withTwoOwners(): void {
  withApp({ deps: { trustProxy: true }, owner: 'Rooftop', unit: true });
  beforeAll(async () => {
    rooftop = owner;
    harbour = await addOwner(app, 'Harbour');
    foreign = await addOwner(app, 'Foreign');
    bench = await createUnit(app, harbour);
  });
  beforeEach(async () => {
    kim = await addPerson(app, rooftop, 'bartender');
    await joinOwner(app, harbour, kim, 'manager');
  });
}

export const as = (owner: TestOwner, version = ''): Record<string, string> => ({
  'x-owner': `${owner.userId} ${version}`.trim(),
});
export const get = (url: string, headers: Record<string, string> = {}, token = kim.token) =>
  app.send('GET', url, { token, headers });
export const venue = (of: TestOwner, headers: Record<string, string> = {}) =>
  get(`/api/venues/${of.venueId}`, headers);
export const memberships = (query = '') => get(`/api/users/me/memberships${query}`);
export const versionAt = async (owner: TestOwner): Promise<string> =>
  (await memberships()).body.find((one: any) => one.ownerId === owner.userId).version;
export const update = (owner: TestOwner, body: object, userId = kim.userId) =>
  app.send('PATCH', `/api/people/${userId}`, { token: owner.token, body });
export const codeOf = (reply: { status: number; body: any }) => [
  reply.status,
  reply.body.error.code,
];

// Test helpers: an owner without jobs and counted attempts at the start of each test, and links that are mailed.

export function withAnOwner(): void {
  withApp({ owner: { each: 'Owner' } });
  beforeEach(async () => {
    await app.db.deleteFrom('rate_limits').execute();
    await emptyQueue(app.db);
  });
}

/** Sends the mails that wait, and returns the tokens of their links by address. */
export async function sentTokens(): Promise<Map<string, string>> {
  const { mails, runAll } = testOutbox(app);
  await runAll();
  return new Map(mails.map(({ to, text }) => [to, /#([\da-f]{32})\s*$/.exec(text)?.[1] ?? '']));
}

/** Asks for a new password, and returns the token of the link that is sent. */
export async function resetToken(): Promise<string> {
  await app.send('POST', '/api/users/password/forgot', { body: { email: owner.email } });
  return (await sentTokens()).get(owner.email) ?? '';
}

// Test helpers: contacts of a unit, and the links that are sent to them.

/** Token of the link that ends a message. */
export const tokenIn = (text: string): string =>
  /\/confirm#([\da-f]{32})\s*$/.exec(text)?.[1] ?? '';

/** Stores the contacts of a unit as the dashboard does. */
export const setContacts = (
  app: TestApp,
  { owner, unit }: { owner: TestOwner; unit: Pick<TestUnit, 'unitNumber'> },
  contacts: readonly string[],
): Promise<Reply> =>
  app.send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, {
    token: owner.token,
    body: { contacts },
  });

/** States of the contacts of a unit: `+14155552671 waiting`. */
export async function contactStates(
  app: TestApp,
  { owner, unit }: { owner: TestOwner; unit: Pick<TestUnit, 'unitNumber'> },
): Promise<string[]> {
  const url = `/api/units/${unit.unitNumber}/contacts`;
  const { body } = await app.send('GET', url, { token: owner.token });
  return body.map(({ number, state }: { number: string; state: string }) => `${number} ${state}`);
}

/** Asks a contact again. */
export const askAgain = (
  app: TestApp,
  { owner, unit }: { owner: TestOwner; unit: Pick<TestUnit, 'unitNumber'> },
  number: string,
): Promise<Reply> =>
  app.send('POST', `/api/units/${unit.unitNumber}/contacts/confirmation`, {
    token: owner.token,
    body: { number },
  });

/** Sends the token of a link, as the page behind it does. */
export const sendLink = (
  app: TestApp,
  token: string,
  decision: '' | '/accept' | '/decline',
): Promise<Reply> => app.send('POST', `/api/confirmations${decision}`, { body: { token } });

// An authenticator in software: it makes passkeys, and signs challenges as those of devices do.

export interface Claims {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** False when the device has not verified its holder. */
  isVerified?: boolean;
}

const text = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const passkeyId = randomBytes(32);
  const id = text(passkeyId);

  const clientData = (type: string, challenge: string, { origin }: Claims): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? 'http://localhost' }));

  function authenticatorData(claims: Claims, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(claims.counter ?? 0);
    const flags = 0x01 | (claims.isVerified === false ? 0 : 0x04) | (attested ? 0x40 : 0);
    const head = [sha256(claims.rpId ?? 'localhost'), Buffer.from([flags]), count];
    return Buffer.concat(attested ? [...head, attested] : head);
  }

  return {
    id,
    /** Response to options for a new passkey. */
    register(challenge: string, claims: Claims = {}) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.from([0, passkeyId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, passkeyId, key]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authenticatorData(claims, attested))],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, claims)),
          attestationObject: text(Buffer.from(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Response to options of a sign-in. */
    signIn(challenge: string, userId: string, claims: Claims = {}) {
      const data = authenticatorData(claims);
      const client = clientData('webauthn.get', challenge, claims);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: text(Buffer.from(userId.replaceAll('-', ''), 'hex')),
        },
      };
    },
  };
}
