// Makes an installation whose built files of the dashboard have other names, as in the next version.
import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productFolder } from '../../db/product-folder.ts';

/** Fills an empty folder with the installation; the product has to be built. */
export async function makeNextVersion(folder: string): Promise<void> {
  for (const name of await readdir(productFolder)) {
    if (name !== 'build') await symlink(join(productFolder, name), join(folder, name));
  }
  await mkdir(join(folder, 'build'));
  for (const part of ['server', 'web']) {
    const path = join('build', part);
    await cp(join(productFolder, path), join(folder, path), { recursive: true });
  }
  const web = join(folder, 'build', 'web');
  const assets = join(web, 'assets');
  const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  for (const file of [join(web, 'index.html'), ...names.map((name) => join(assets, name))]) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/[\w.-]+\.(?:js|css)\b/g, renamed));
  }
  for (const name of names) await rename(join(assets, name), join(assets, renamed(name)));

  function renamed(name: string): string {
    return names.includes(name) ? name.replace(/(\.\w+)$/, '-next$1') : name;
  }
}
