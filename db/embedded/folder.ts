// Location of the embedded database's files, and the permissions its system user needs to get there.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readlink, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { canEnter, type SystemUser } from './user.ts';
import { codeOf, StartupError, reasonOf } from '../start-error.ts';

/**
 * Returns the real path of DATA_DIR/postgres. When `user` cannot enter the data folder (for example below root's
 * closed home folder), the files go to /var/lib/barback, and DATA_DIR/postgres becomes a link to them.
 */
export async function placePostgresFolder(
  dataDir: string,
  user: SystemUser | null,
  print: (line: string) => void,
): Promise<string> {
  const here = join(await realpath(dataDir), 'postgres');
  const link = await readlink(here).catch(() => null);
  const folder = link === null ? here : resolve(dirname(here), link);
  if (user === null) return folder;

  if (link === null && !existsSync(folder)) await openDoorTo(dirname(folder), user);
  if (canEnter(dirname(folder), user)) return folder;
  if (link === null && !existsSync(folder)) return placeElsewhere(here, user, print);
  throw new StartupError(
    `User ${user.name}, who owns the database in ${folder}, may not enter that folder: open the way to it (chmod o+x), or set DATA_DIR to another folder.`,
  );
}

// Opens a root-only data folder to the one group that must pass through it.
async function openDoorTo(dataDir: string, user: SystemUser): Promise<void> {
  const { uid, mode } = await stat(dataDir);
  if (uid !== 0 || (mode & 0o077) !== 0) return;
  await chown(dataDir, uid, user.gid);
  await chmod(dataDir, 0o710);
}

// Uses a unique name: removing a data folder leads to a new database instead of the old one, and after an
// accidental removal the old one can still be found.
async function placeElsewhere(
  here: string,
  user: SystemUser,
  print: (line: string) => void,
): Promise<string> {
  const dataDir = dirname(here);
  const name = `${basename(dataDir)}-${randomBytes(4).toString('hex')}`;
  const folder = join('/var/lib/barback', name, 'postgres');
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
    await symlink(folder, here);
  } catch (error) {
    await rmdir(dirname(folder)).catch(() => undefined);
    // On concurrent first starts, another process created it.
    if (codeOf(error) === 'EEXIST') return resolve(dataDir, await readlink(here));
    if (codeOf(error) === 'ENOSPC') throw error;
    throw new StartupError(
      `The folder ${dirname(folder)} could not be made (${reasonOf(error)}): set DATA_DIR to a folder that user ${user.name} may enter.`,
      { cause: error },
    );
  }
  print(`User ${user.name} may not enter ${dataDir}: the database goes to ${folder}.`);
  return folder;
}
