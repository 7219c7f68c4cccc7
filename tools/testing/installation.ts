// Test helper: copies of this installation, to be built and started.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
// @ts-expect-error The scripts that run before the installation are plain JavaScript.
import { sourceFolders } from '../build-server.mjs';
import { home } from '../import-graph.ts';

const sources: readonly string[] = sourceFolders;
const files = ['package.json', 'package-lock.json', 'web/index.html'];

const lockShape = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
});

/** Copies the sources, without tests, and the packages: all of them, or those of npm ci --omit=dev. */
export async function copyInstallation(folder: string, packages: 'all' | 'production') {
  for (const name of [...sources, ...files]) {
    const isNeeded = (path: string): boolean => !/\.test\.tsx?$/.test(relative(home, path));
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await cp(join(home, name), join(folder, name), { recursive: true, filter: isNeeded });
  }
  if (packages === 'all') await symlink(join(home, 'node_modules'), join(folder, 'node_modules'));
  else await linkProductionPackages(folder);
}

/** Copies the build of the server; its dashboard is an empty page. */
export async function copyBuild(folder: string): Promise<void> {
  for (const name of ['server', 'server.stamp']) {
    await cp(join(home, 'build', name), join(folder, 'build', name), { recursive: true });
  }
  await mkdir(join(folder, 'build/web'));
  await writeFile(join(folder, 'build/web/index.html'), '');
}

async function linkProductionPackages(folder: string): Promise<void> {
  const installed = join(home, 'node_modules');
  const lock = lockShape.parse(
    JSON.parse(readFileSync(join(installed, '.package-lock.json'), 'utf8')),
  );
  const wanted = lockShape.parse(JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')));
  const kept = Object.entries(lock.packages).filter(([path]) => !wanted.packages[path]?.dev);
  for (const [path] of kept) {
    // Packages within packages come with the link to the outer one.
    if (path.lastIndexOf('node_modules/') > 0) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(home, path), join(folder, path));
  }
  await writeFile(
    join(folder, 'node_modules/.package-lock.json'),
    JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }),
  );
}

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a Node.js program of an installation until it ends. */
export async function runIn(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = { DATA_DIR: join(folder, 'data') },
): Promise<Ran> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (ran.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ran.err += chunk.toString()));
  await once(child, 'close');
  return { ...ran, code: child.exitCode };
}

/** Names of packages that can be imported from a folder's own node_modules. */
export const packagesOf = (folder: string): Promise<string[]> =>
  readdir(join(folder, 'node_modules'));
