import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildStamp } from './build-stamp.mjs';
import { command, home, runNode } from './run.mjs';

/** With what the build is made by: plugins are in tools. */
const sources = ['web', 'contract', 'lib', 'rules', 'tools', 'vite.config.ts', 'package-lock.json'];
const built = join(home, 'build/web');

export const isWebBuilt = () => existsSync(join(built, 'index.html'));

/** Writes FILE.gz and FILE.br beside each file of text, which the server sends as they are. */
function compressFiles() {
  for (const file of readdirSync(built, { recursive: true })) {
    if (!/\.(js|css|html|svg|webmanifest)$/.test(file)) continue;
    const path = join(built, file);
    const text = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(text));
  }
}

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
  if (!result.ok) return result;
  compressFiles();
  stamp.write();
  return result;
}
