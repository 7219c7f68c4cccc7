import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartupError } from '../../db/start-error.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { persistSecret } from './secrets-key.ts';

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
