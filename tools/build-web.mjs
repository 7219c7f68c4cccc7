import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildStamp } from './build-stamp.mjs';
import { command, home, runNode } from './run.mjs';

const sources = ['web', 'contract', 'lib', 'rules', 'vite.config.ts', 'package-lock.json'];
const built = join(home, 'build/web');

export const isWebBuilt = () => existsSync(join(built, 'index.html'));

/**
 * Builds the dashboard into build/web unless it exists and its sources are unchanged.
 * @returns {Promise<{ok: boolean, output: string}>} output of the build tool on failure
 */
export async function ensureWebBuilt() {
  const stamp = buildStamp('build/web.stamp', sources);
  if (isWebBuilt() && stamp.isCurrent()) return { ok: true, output: '' };

  process.stdout.write('Building the dashboard.\n');
  stamp.remove();
  const result = await runNode([command.vite, 'build', '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.ok) stamp.write();
  return result;
}
