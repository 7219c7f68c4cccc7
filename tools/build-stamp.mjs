import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { home } from './run.mjs';

/**
 * Stamp of a build: a hash of its sources, in a file beside it, by which a stale build is recognised. Contents are
 * compared, because copying an installation changes the times of files.
 * @param {string} file of the stamp, in the project
 * @param {string[]} sources files and folders of the project
 */
export function buildStamp(file, sources) {
  const path = join(home, file);
  const current = stampOf(sources);
  return {
    isCurrent: () => existsSync(path) && readFileSync(path, 'utf8') === current,
    write: () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, current);
    },
    remove: () => rmSync(path, { force: true }),
  };
}

function stampOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder)) {
    const content = readFileSync(join(home, path));
    hash.update(`${path} ${String(content.length)}\n`).update(content);
  }
  return hash.digest('hex');
}

const isTest = (path) => /\.test\.tsx?$|(^|\/)testing$/.test(path);

function filesUnder(path) {
  const full = join(home, path);
  if (isTest(path) || !existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
