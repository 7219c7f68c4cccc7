import { hash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, type SystemUser } from './user.ts';
import { codeOf } from '../start-error.ts';

/** Names the socket file; no TCP port is opened. */
export const socketPort = 5432;

// Maximum length of a Unix socket path, without its terminating zero byte.
const longestPath = process.platform === 'linux' ? 107 : 103;

/**
 * Returns the folder of the database's socket: its own folder, or a short private one under the system's temporary
 * folder when that path is too long for a socket. Only PostgreSQL's user (and root) can enter it, which is what guards
 * the database.
 */
export async function makeSocketFolder(
  postgresFolder: string,
  user: SystemUser | null,
): Promise<string> {
  const inside = join(postgresFolder, `.s.PGSQL.${String(socketPort)}`);
  if (Buffer.byteLength(inside) <= longestPath) return postgresFolder;

  const digest = hash('sha256', postgresFolder, 'hex').slice(0, 12);
  const parent = isShort(tmpdir()) && canEnter(tmpdir(), user) ? tmpdir() : '/tmp';
  const short = join(parent, `barback-${digest}`);
  try {
    await mkdir(short, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (await isPrivate(short, user)) return short;
    // Another user has taken the name; use a random one instead.
    return own(await mkdtemp(`${short}-`), user);
  }
  return own(short, user);
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(folder) <= 40;
}

async function isPrivate(folder: string, user: SystemUser | null): Promise<boolean> {
  const { uid, mode } = await lstat(folder);
  return uid === (user?.uid ?? process.getuid?.()) && (mode & 0o170077) === 0o040000;
}

async function own(folder: string, user: SystemUser | null): Promise<string> {
  await chmod(folder, 0o700);
  if (user !== null) await chown(folder, user.uid, user.gid);
  return folder;
}
