import type { Db } from '../../db/tables/tables.ts';
import { StartupError } from '../../db/start-error.ts';
import {
  canDecrypt,
  decrypt,
  encrypt,
  isBound,
  placeInAccount,
  placeInVenue,
  type SecretPlace,
  type SecretsKey,
} from '../shared/encryption.ts';
import { listSealed, replaceSealed, type SealedSecret } from './sealed-secrets.queries.ts';

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

const placeOf = (secret: SealedSecret): SecretPlace =>
  secret.table === 'venues'
    ? placeInVenue(secret.id, secret.column)
    : placeInAccount(secret.userId);

function placesOf(secrets: readonly SealedSecret[]): string {
  const venues = new Set(secrets.filter(({ table }) => table === 'venues').map(({ id }) => id))
    .size;
  const apps = secrets.filter(({ table }) => table === 'credentials').length;
  return `credentials of ${venues} venues, ${apps} authenticator apps`;
}
