import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../shared/ids.ts';
import { decrypt, encrypt, type SecretsKey } from '../shared/encryption.ts';
import { addOwner, startTestApp, type TestApp, type TestOwner } from '../testing/app.ts';
import { checkSecretsKey } from './check-secrets-key.ts';

const former: SecretsKey = { current: 'the former key of this installation', previous: null };
const both: SecretsKey = { current: 'the new key of this installation', previous: former.current };
const alone: SecretsKey = { ...both, previous: null };

let app: TestApp;
let owner: TestOwner;
let lines: string[];

beforeEach(async () => {
  app = await startTestApp();
  owner = await addOwner(app, 'Rooftop');
  lines = [];
});
afterEach(() => app.close());

const check = (key: SecretsKey) => checkSecretsKey(app.db, key, (line) => void lines.push(line));

const storeInVenue = (key: SecretsKey) =>
  app.db
    .updateTable('venues')
    .set({ private_key_sealed: encrypt(key, 'sk_1'), webhook_secret_sealed: encrypt(key, 'wh_1') })
    .where('id', '=', owner.venueId)
    .execute();

const storeInApp = (key: SecretsKey) =>
  app.db
    .insertInto('credentials')
    .values({
      id: newId(new Date()),
      user_id: owner.userId,
      kind: 'totp',
      secret: encrypt(key, 'JBSWY3DP'),
      created_at: new Date(),
    })
    .execute();

async function stored(): Promise<Buffer[]> {
  const venue = await app.db
    .selectFrom('venues')
    .select(['private_key_sealed', 'webhook_secret_sealed'])
    .where('id', '=', owner.venueId)
    .executeTakeFirstOrThrow();
  const { secret } = await app.db
    .selectFrom('credentials')
    .select('secret')
    .where('kind', '=', 'totp')
    .executeTakeFirstOrThrow();
  return [venue.private_key_sealed, venue.webhook_secret_sealed, secret].map(
    (sealed) => sealed ?? Buffer.alloc(0),
  );
}

test('a start with the previous key encrypts every secret anew, once', async () => {
  await storeInVenue(former);
  await storeInApp(former);
  await check(both);
  const sealed = await stored();
  expect(sealed.map((one) => decrypt(alone, one))).toEqual(['sk_1', 'wh_1', 'JBSWY3DP']);
  await check(both);
  expect(await stored()).toEqual(sealed);
  await check(alone);
  expect(lines).toEqual([
    'Encrypted 3 of 3 stored secrets with SECRETS_KEY in place of SECRETS_KEY_PREVIOUS.',
    'Encrypted 0 of 3 stored secrets with SECRETS_KEY in place of SECRETS_KEY_PREVIOUS.',
  ]);
});

test('processes with both keys read what either of them has encrypted', () => {
  const first: SecretsKey = { current: former.current, previous: both.current };
  for (const writer of [first, both])
    for (const reader of [first, both])
      expect(decrypt(reader, encrypt(writer, 'sk_1'))).toBe('sk_1');
  expect(() => decrypt(alone, encrypt(first, 'sk_1'))).toThrow();
});

test('secrets of another key are named, and those of card providers stop the start', async () => {
  await storeInVenue(alone);
  await storeInApp(former);
  await check(alone);
  expect(lines).toEqual([
    '1 of 3 stored secrets were encrypted with another SECRETS_KEY and cannot be used: credentials of 0 venues, 1 authenticator apps.',
  ]);
  await storeInVenue(former);
  await expect(check(alone)).rejects.toThrow('SECRETS_KEY is not the key that encrypted');
});
