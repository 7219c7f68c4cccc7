import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, StartupError } from '../../db/start-error.ts';

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
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
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
