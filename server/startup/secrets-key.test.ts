import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartupError } from '../../db/start-error.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import {
  decrypt,
  encrypt,
  isBound,
  placeInAccount,
  placeInVenue,
  type SecretPlace,
  type SecretsKey,
} from '../shared/encryption.ts';
import { newId } from '../shared/ids.ts';
import { checkSecretsKey, persistSecret } from './secrets-key.ts';
import { addOwner, startTestApp, type TestApp, type TestOwner } from '../testing/app.ts';
import { encryptUnbound } from '../testing/services/processes.ts';

describe('secrets key', () => {
  const former: SecretsKey = { current: 'the former key of this installation', previous: null };
  const both: SecretsKey = {
    current: 'the new key of this installation',
    previous: former.current,
  };
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

  /** Of the private key, the webhook secret and the authenticator app. */
  const places = (): [SecretPlace, SecretPlace, SecretPlace] => [
    placeInVenue(owner.venueId, 'private_key_sealed'),
    placeInVenue(owner.venueId, 'webhook_secret_sealed'),
    placeInAccount(owner.userId),
  ];

  type Encrypt = (text: string, place: SecretPlace) => Buffer;
  const boundWith =
    (key: SecretsKey): Encrypt =>
    (text, place) =>
      encrypt(key, text, place);

  const storeInVenue = (encrypted: Encrypt) =>
    app.db
      .updateTable('venues')
      .set({
        private_key_sealed: encrypted('sk_1', places()[0]),
        webhook_secret_sealed: encrypted('wh_1', places()[1]),
      })
      .where('id', '=', owner.venueId)
      .execute();

  const storeInApp = (encrypted: Encrypt) =>
    app.db
      .insertInto('credentials')
      .values({
        id: newId(new Date()),
        user_id: owner.userId,
        kind: 'totp',
        secret: encrypted('JBSWY3DP', places()[2]),
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

  const texts = async () =>
    (await stored()).map((sealed, at) => decrypt(alone, sealed, places()[at] ?? places()[0]));

  const areBound = async () =>
    (await stored()).map((sealed, at) =>
      isBound(alone.current, sealed, places()[at] ?? places()[0]),
    );

  test('a start with the previous key encrypts every secret anew, once', async () => {
    await storeInVenue(boundWith(former));
    await storeInApp(boundWith(former));
    await check(both);
    const sealed = await stored();
    expect(await texts()).toEqual(['sk_1', 'wh_1', 'JBSWY3DP']);
    await check(both);
    expect(await stored()).toEqual(sealed);
    await check(alone);
    expect(lines).toEqual([
      'Encrypted 3 of 3 stored secrets anew with SECRETS_KEY.',
      'Encrypted 0 of 3 stored secrets anew with SECRETS_KEY.',
    ]);
  });

  test('secrets of earlier releases are read, and bound to their place while the key is replaced', async () => {
    await storeInVenue((text) => encryptUnbound(former.current, text));
    await storeInApp((text) => encryptUnbound(alone.current, text));
    await check(former);
    expect(await areBound()).toEqual([false, false, false]);
    await check(both);
    expect(await texts()).toEqual(['sk_1', 'wh_1', 'JBSWY3DP']);
    expect(await areBound()).toEqual([true, true, true]);
    await check(alone);
    expect(lines.slice(1)).toEqual(['Encrypted 3 of 3 stored secrets anew with SECRETS_KEY.']);
  });

  test('a secret that was moved to another column is of no use there', async () => {
    await storeInVenue(boundWith(alone));
    await app.db
      .updateTable('venues')
      .set((is) => ({ webhook_secret_sealed: is.ref('private_key_sealed') }))
      .where('id', '=', owner.venueId)
      .execute();
    await check(alone);
    expect(lines).toEqual([
      '1 of 2 stored secrets were encrypted with another SECRETS_KEY or for another place and cannot be used: credentials of 1 venues, 0 authenticator apps.',
    ]);
  });

  test('processes with both keys read what either of them has encrypted', () => {
    const first: SecretsKey = { current: former.current, previous: both.current };
    const [place] = places();
    for (const writer of [first, both])
      for (const reader of [first, both])
        expect(decrypt(reader, encrypt(writer, 'sk_1', place), place)).toBe('sk_1');
    expect(() => decrypt(alone, encrypt(first, 'sk_1', place), place)).toThrow();
  });

  test('a shortened tag is no proof', () => {
    const [place] = places();
    const sealed = encrypt(alone, '', place);
    expect(decrypt(alone, sealed, place)).toBe('');
    expect(() => decrypt(alone, sealed.subarray(0, -8), place)).toThrow();
  });

  test('secrets of another key are named, and those of card providers stop the start', async () => {
    await storeInVenue(boundWith(alone));
    await storeInApp(boundWith(former));
    await check(alone);
    expect(lines).toEqual([
      '1 of 3 stored secrets were encrypted with another SECRETS_KEY or for another place and cannot be used: credentials of 0 venues, 1 authenticator apps.',
    ]);
    await storeInVenue(boundWith(former));
    await expect(check(alone)).rejects.toThrow('SECRETS_KEY is not the key that encrypted');
  });
});

describe('persisted secret', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await makeTestFolder();
  });

  afterEach(async () => {
    await rm(dataDir, { recursive: true });
  });

  test('returns the same persisted secret again, in a file that only its owner can read', async () => {
    const secret = await persistSecret(dataDir, 'jwt-secret');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(await persistSecret(dataDir, 'jwt-secret')).toBe(secret);
    expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['jwt-secret']);
  });

  test('two concurrent first starts end up with one secret', async () => {
    const [one, other] = await Promise.all([
      persistSecret(dataDir, 'jwt-secret'),
      persistSecret(dataDir, 'jwt-secret'),
    ]);
    expect(one).toBe(other);
  });

  test('a different data folder gets a different secret', async () => {
    const one = await persistSecret(dataDir, 'jwt-secret');
    await rm(join(dataDir, 'jwt-secret'));
    expect(await persistSecret(dataDir, 'jwt-secret')).not.toBe(one);
  });

  test('refuses to use a damaged secret', async () => {
    await writeFile(join(dataDir, 'jwt-secret'), 'short\n');
    await expect(persistSecret(dataDir, 'jwt-secret')).rejects.toThrow('is damaged: remove it');
  });

  test('names a folder in the place of a secret, and what its loss means', async () => {
    await mkdir(join(dataDir, 'secrets-key'));
    const start = persistSecret(dataDir, 'secrets-key');
    await expect(start).rejects.toBeInstanceOf(StartupError);
    await expect(start).rejects.toThrow(
      /secrets-key is a folder, but must be .* card provider keys have to be entered again/,
    );
  });

  test('never returns an empty secret where the file is a link to none', async () => {
    await symlink(join(dataDir, 'elsewhere'), join(dataDir, 'jwt-secret'));
    await expect(persistSecret(dataDir, 'jwt-secret')).rejects.toThrow(
      'jwt-secret is a link to a file that is missing',
    );
    expect(await readdir(dataDir)).toEqual(['jwt-secret']);
  });
});
