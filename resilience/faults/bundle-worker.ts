import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { productFolder } from '../../db/data-folder.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';

/** Bundles a worker of this folder into one file, so that a process starts in a quarter of a second. */
export async function bundleWorker(
  name: string,
): Promise<{ file: string; remove: () => Promise<void> }> {
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
  return { file, remove: () => rm(folder, { recursive: true }) };
}
