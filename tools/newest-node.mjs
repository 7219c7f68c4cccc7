import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './install.mjs';
import { home } from './run.mjs';

/** Tests that run on other versions of Node.js too: the API of one module, and starts of the built product. */
export const testsOnOtherNode = [
  ...['server', 'system'].flatMap((name) => ['--project', name]),
  'server/drinks',
  'tools/start.test.ts',
];

/**
 * Installs a version of Node.js from npm into build/node, the newest one by default.
 * @param {string} requested a version or a range such as 22
 * @returns {{path: string, version: string} | {missing: string}} the program, or why there is none
 */
export function installNode(requested = 'latest') {
  const impatient = ['--fetch-retries=0', '--fetch-timeout=20000'];
  const found = runNpm(['view', `node@${requested}`, 'version', '--json', ...impatient], home);
  if (found.status !== 0) return { missing: 'the npm registry does not name its version' };
  // One version, or all in the range in ascending order.
  const version = [JSON.parse(found.stdout)].flat().at(-1);
  const folder = join(home, 'build/node', version);
  const path = join(folder, 'node_modules/node/bin/node');
  if (existsSync(path)) return { path, version };

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Its install script fetches the program of this platform.
  const args = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund', '--prefix', folder];
  const installed = runNpm([...args, `node@${version}`], folder);
  if (installed.status === 0 && existsSync(path)) return { path, version };
  return { missing: `npm did not install ${version} (${installed.stderr.trim().split('\n')[0]})` };
}
