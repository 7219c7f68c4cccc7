import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from './check-node.mjs';
import { home } from './run.mjs';

/** Installs the packages of package-lock.json unless they are installed. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stdout.write('Installing packages; the first time takes about a minute.\n');
  // The dashboard is built on this machine, so dev dependencies are needed in production too.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [program, ...before] = npm ? [process.execPath, npm] : ['npm'];
  const run = spawnSync(program, [...before, ...args], { cwd: home, encoding: 'utf8' });
  if (run.status === 0) return;
  if (run.signal) process.exit(130);
  process.stderr.write(run.stderr ?? '');
  fail(
    `The packages could not be installed (${run.error?.message ?? 'see the output above'}): fix that and start again.`,
  );
}

// npm writes node_modules/.package-lock.json as the last step of an installation.
function isInstalled() {
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  if (wanted === null || present === null) return false;
  const complete = Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = present[path];
    if (path === '' || (!found && optional)) return true;
    return found?.version === version && found?.integrity === integrity;
  });
  return complete && Object.values(present).every(isForThisMachine);
}

// A folder copied from another platform contains binaries that do not run here.
function isForThisMachine({ os, cpu }) {
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(join(home, lockFile), 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}
