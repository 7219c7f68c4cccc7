import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll } from 'vitest';
import { productFolder } from '../../db/product-folder.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';

/** Runs the worker with these arguments; returns true where it was killed. One that ends with an error is an error. */
type RunUntilKilled = (...words: readonly string[]) => Promise<boolean>;

/**
 * Bundles a worker of this folder into one file for the tests of a file, so that a process starts in a quarter of a
 * second.
 */
export function withWorker(name: string): RunUntilKilled {
  const file = join(withTestFolder(), `${name}.mjs`);
  beforeAll(async () => {
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
  return async (...words) => {
    const started = spawn(process.execPath, [file, ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, signal] = await once(started, 'exit');
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`${name} ended with ${signal ?? code}`);
    return signal === 'SIGKILL';
  };
}
