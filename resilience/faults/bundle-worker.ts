import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { productFolder } from '../../db/product-folder.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';

export interface BundledWorker {
  /** Runs it with these arguments; returns true where it was killed. One that ends with an error is an error. */
  isKilled: (...words: readonly string[]) => Promise<boolean>;
  remove: () => Promise<void>;
}

/** Bundles a worker of this folder into one file, so that a process starts in a quarter of a second. */
export async function bundleWorker(name: string): Promise<BundledWorker> {
  const folder = await makeTestFolder();
  const file = join(folder, `${name}.mjs`);
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
  return {
    isKilled: async (...words) => {
      const started = spawn(process.execPath, [file, ...words], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code, signal] = await once(started, 'exit');
      if (code !== 0 && signal !== 'SIGKILL')
        throw new Error(`${name} ended with ${signal ?? code}`);
      return signal === 'SIGKILL';
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
