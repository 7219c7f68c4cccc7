import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from './check-node.mjs';
import { home } from './run.mjs';

/** Installs the packages of package-lock.json unless they are installed. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stdout.write('Installing packages; the first time takes about a minute.\n');
  // The build happens on this machine, also where NODE_ENV=production would omit the development packages.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = runNpm(args, home);
  if (run.status === 0) return;
  if (run.signal) process.exit(130);
  process.stderr.write(run.stderr ?? '');
  fail(
    `The packages could not be installed (${run.error?.message ?? 'see the output above'}): fix that and start again.`,
  );
}

/**
 * Runs npm to its end; its output is returned.
 * @param {string[]} args
 * @param {string} folder
 */
export function runNpm(args, folder) {
  const npm = process.env.npm_execpath;
  const [program, ...before] = npm ? [process.execPath, npm] : ['npm'];
  const maxBuffer = 100_000_000;
  return spawnSync(program, [...before, ...args], { cwd: folder, encoding: 'utf8', maxBuffer });
}

/** Returns true if all packages are installed except the development packages (npm ci --omit=dev). */
export function isProductionInstallation() {
  return isInstalled(({ dev }) => !dev) && !existsSync(join(home, 'node_modules/esbuild'));
}

// npm writes node_modules/.package-lock.json as the last step of an installation.
function isInstalled(isNeeded = () => true) {
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  if (wanted === null || present === null) return false;
  const complete = Object.entries(wanted).every(([path, entry]) => {
    const { version, integrity, optional } = entry;
    const found = present[path];
    if (path === '' || !isNeeded(entry) || (!found && optional)) return true;
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
