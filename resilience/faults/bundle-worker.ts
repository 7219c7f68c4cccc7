import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { productFolder } from '../../db/product-folder.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';

/** Runs the worker with these arguments; returns true where it was killed. One that ends with an error is an error. */
type RunUntilKilled = (...words: readonly string[]) => Promise<boolean>;

/**
 * Bundles a worker of this folder into one file for the tests of a file, so that a process starts in a quarter of a
 * second.
 */
export function withWorker(name: string): RunUntilKilled {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await makeTestFolder();
    file = join(folder, `${name}.mjs`);
    await build({
      entryPoints: [join(productFolder, `resilience/faults/${name}.ts`)],
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['pg-native'],
      banner: {
        js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
      },
    });
  });
  afterAll(() => rm(folder, { recursive: true }));
  return async (...words) => {
    const started = spawn(process.execPath, [file, ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, signal] = await once(started, 'exit');
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`${name} ended with ${signal ?? code}`);
    return signal === 'SIGKILL';
  };
}
