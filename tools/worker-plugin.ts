/** Vite plugin for the service worker: names the version and the files that it keeps. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

/** Part of the worker itself. */
const pushPart = 'push.js';

/**
 * Builds `sw.js`. Its version is a hash of all that it keeps, so a browser takes each build with a change for a newer one.
 * @param folder of the dashboard
 */
export const workerPlugin = (folder: string): Plugin => ({
  name: 'barback:worker',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const source = readFileSync(join(folder, 'worker/sw.js'), 'utf8');
      const hash = createHash('sha256').update(source);
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no page');
      hash.update(page.source);
      const publicFolder = join(folder, 'public');
      const copied = readdirSync(publicFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted();
      for (const file of copied) hash.update(readFileSync(file));
      // The names of built files contain a hash of their content.
      const built = Object.keys(bundle).filter((name) => name !== 'index.html');
      const files = [
        ...built,
        ...copied
          .map((file) => file.slice(publicFolder.length + 1).replaceAll('\\', '/'))
          .filter((name) => name !== pushPart),
      ].toSorted();
      hash.update(files.join());
      const code = source
        .replace('__VERSION__', hash.digest('hex').slice(0, 16))
        .replace('__FILES__', () => JSON.stringify(files.map((name) => `/${name}`)));
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: minifySync('sw.js', code).code,
      });
    },
  },
});
