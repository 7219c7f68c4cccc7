import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { command, home, runNode } from './run.mjs';

const sources = ['web', 'contract', 'lib', 'rules', 'vite.config.ts', 'package-lock.json'];
const built = join(home, 'build/web');
const stampFile = join(home, 'build/web.stamp');

/**
 * Builds the dashboard into build/web unless it exists and its sources are unchanged.
 * @returns {Promise<{ok: boolean, output: string}>} output of the build tool on failure
 */
export async function ensureWebBuilt() {
  if (!existsSync(join(home, 'web/index.html'))) return { ok: true, output: '' };
  const stamp = stampOf(sources);
  if (existsSync(join(built, 'index.html')) && readStamp() === stamp)
    return { ok: true, output: '' };

  process.stdout.write('Building the dashboard.\n');
  rmSync(stampFile, { force: true });
  const result = await runNode([command.vite, 'build', '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (!result.ok) return result;
  mkdirSync(built, { recursive: true });
  writeFileSync(stampFile, stamp);
  return result;
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
}

// Compares sizes and times instead of contents, so that a second start checks a thousand files quickly.
function stampOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder)) {
    const { size, mtimeMs } = statSync(join(home, path));
    hash.update(`${path} ${String(size)} ${String(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const full = join(home, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
