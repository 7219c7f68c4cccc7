// PostgreSQL refuses to run as root. A root process runs it as an unprivileged user.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { StartupError } from '../start-error.ts';

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Picks the user that runs PostgreSQL: null for the current user; for root, the owner of the database's folder, and
 * for a new folder the user postgres, else `nobody`.
 */
export async function pickUser(postgresFolder: string): Promise<SystemUser | null> {
  const self = process.getuid?.() ?? -1;
  const owner = existsSync(postgresFolder) ? statSync(postgresFolder) : null;
  if (self !== 0) {
    if (owner === null || owner.uid === self) return null;
    const name = (await readUsers()).find((user) => user.uid === owner.uid)?.name;
    throw new StartupError(
      `The database in ${postgresFolder} belongs to user ${name ?? String(owner.uid)}: start Barback as root or as that user, or give it another data folder with DATA_DIR.`,
    );
  }
  const users = await readUsers();
  if (owner !== null && owner.uid !== 0) {
    const known = users.find((user) => user.uid === owner.uid);
    return known ?? { name: String(owner.uid), uid: owner.uid, gid: owner.gid };
  }
  const user =
    users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (user !== undefined) return user;
  throw new StartupError(
    'PostgreSQL does not run as root and this machine has neither a user postgres nor nobody: start Barback as another user, or set DATABASE_URL.',
  );
}

/** Spawn options that run a child process as `user`; none for the current user. */
export function asUser(user: SystemUser | null): { uid?: number; gid?: number } {
  return user === null ? {} : { uid: user.uid, gid: user.gid };
}

/** Reports whether `user` can enter a folder. Tries it, since modes are not all that the system checks. */
export function canEnter(folder: string, user: SystemUser | null): boolean {
  const received = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], {
    ...asUser(user),
    cwd: '/',
    stdio: 'ignore',
  });
  return received.status === 0;
}

async function readUsers(): Promise<SystemUser[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}
