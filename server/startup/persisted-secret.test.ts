import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { persistSecret } from './persisted-secret.ts';

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
