import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The product's folder: the nearest one above this code with a package.json, run from the sources or from a build. */
export const productFolder = folderAbove(fileURLToPath(import.meta.url));

function folderAbove(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, 'package.json')) ? folder : folderAbove(folder);
}
