import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, StartupError } from '../../db/start-error.ts';
import type { Db } from '../../db/tables/tables.ts';
import {
  canDecrypt,
  decrypt,
  encrypt,
  isBound,
  placeInAccount,
  placeInVenue,
  placeInWebhook,
  type SecretPlace,
  type SecretsKey,
} from '../shared/encryption.ts';
import { listSealed, replaceSealed, type SealedSecret } from './startup.queries.ts';

/**
 * With a previous key, encrypts with the current one, and bound to its place, what is not so yet. Throws StartupError
 * when the newest credential of a card provider was encrypted with another key, as refunds and card readers would fail
 * one by one; prints how many other secrets were.
 */
export async function checkSecretsKey(
  db: Db,
  key: SecretsKey,
  print: (line: string) => void,
): Promise<void> {
  const stored = await listSealed(db);
  const foreign = foreignOf(key, stored);
  const [newest] = stored;
  if (newest?.table === 'venues' && foreign.includes(newest)) {
    throw new StartupError(
      'SECRETS_KEY is not the key that encrypted the stored credentials of card providers: start with that key. If it is lost, set SECRETS_KEY_LOST to yes, and enter the credentials of each venue again.',
    );
  }
  const unusable = countForeign(foreign, stored);
  if (unusable !== null) print(unusable);
  if (key.previous !== null) await replacePrevious(db, key, stored, print);
}

/** Counts the stored secrets that neither key decrypts, in a message; null when there are none. */
export async function describeForeign(db: Db, key: SecretsKey): Promise<string | null> {
  const stored = await listSealed(db);
  return countForeign(foreignOf(key, stored), stored);
}

const foreignOf = (key: SecretsKey, stored: readonly SealedSecret[]): SealedSecret[] =>
  stored.filter((secret) => !isOwn(key, secret));

const countForeign = (
  foreign: readonly SealedSecret[],
  stored: readonly SealedSecret[],
): string | null =>
  foreign.length === 0
    ? null
    : `${foreign.length} of ${stored.length} stored secrets were encrypted with another SECRETS_KEY or for another place and cannot be used: ${placesOf(foreign)}.`;

async function replacePrevious(
  db: Db,
  key: SecretsKey,
  stored: readonly SealedSecret[],
  print: (line: string) => void,
): Promise<void> {
  let count = 0;
  for (const secret of stored) {
    const { sealed } = secret;
    const place = placeOf(secret);
    if (isBound(key.current, sealed, place) || !isOwn(key, secret)) continue;
    const anew = encrypt(key, decrypt(key, sealed, place), place);
    if (await replaceSealed(db, secret, anew)) count += 1;
  }
  print(`Encrypted ${count} of ${stored.length} stored secrets anew with SECRETS_KEY.`);
}

function isOwn({ current, previous }: SecretsKey, secret: SealedSecret): boolean {
  const place = placeOf(secret);
  return [current, previous].some((key) => key !== null && canDecrypt(key, secret.sealed, place));
}

function placeOf(secret: SealedSecret): SecretPlace {
  if (secret.table === 'venues') return placeInVenue(secret.id, secret.column);
  return secret.table === 'webhooks' ? placeInWebhook(secret.id) : placeInAccount(secret.userId);
}

function placesOf(secrets: readonly SealedSecret[]): string {
  const venues = new Set(secrets.filter(({ table }) => table === 'venues').map(({ id }) => id))
    .size;
  const apps = secrets.filter(({ table }) => table === 'credentials').length;
  const webhooks = secrets.filter(({ table }) => table === 'webhooks').length;
  const ofWebhooks = webhooks === 0 ? '' : `, ${webhooks} of webhooks`;
  return `credentials of ${venues} venues, ${apps} authenticator apps${ofWebhooks}`;
}

/** Consequence of losing each secret's file. */
const losses = {
  'jwt-secret': 'all users have to sign in again',
  'secrets-key': 'the card provider keys have to be entered again',
} as const;

/**
 * A secret that is generated on first use and stored in the data folder: the signing key of login tokens, or the
 * encryption key of card provider keys.
 */
export async function persistSecret(dataDir: string, name: keyof typeof losses): Promise<string> {
  const file = join(dataDir, name);
  const kept = await read(file, losses[name]);
  if (kept !== null) return kept;

  // Writes a temporary file and links it into place: a crash leaves no partial secret, and concurrent first starts
  // end up with the same one.
  const unfinished = `${file}.new-${randomBytes(6).toString('hex')}`;
  const secret = `${randomBytes(32).toString('base64url')}\n`;
  await writeFile(unfinished, secret, { flag: 'wx', mode: 0o600, flush: true });
  await link(unfinished, file).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await rm(unfinished, { force: true });
  const made = await read(file, losses[name]);
  if (made !== null) return made;
  throw new StartupError(
    `${file} is a link to a file that is missing: bring that file back, or remove the link, and a new secret is made (${losses[name]}).`,
  );
}

async function read(file: string, loss: string): Promise<string | null> {
  let secret: string;
  try {
    secret = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    if (codeOf(error) !== 'EISDIR') throw error;
    throw new StartupError(
      `${file} is a folder, but must be the file with the secret: put the file back from a backup, or remove the folder, and a new secret is made (${loss}).`,
    );
  }
  if (secret.length >= 32) return secret;
  throw new StartupError(
    `The file ${file} is damaged: remove it, and a new one is made (${loss}).`,
  );
}
