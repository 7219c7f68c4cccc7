/** Pictures of the ingredients of standard bars, which come with the product. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { standardPicture } from '../rules/drinks/standard-bars.ts';
import { productFolder } from './product-folder.ts';

const folder = join(productFolder, 'db/standard-pictures');

export interface StandardPicture {
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** @param name of an ingredient of a standard bar */
export async function readStandardPicture(name: string): Promise<StandardPicture> {
  const fileName = `${standardPicture(name)}.png`;
  const content = await readFile(join(folder, fileName));
  return { fileName, contentType: 'image/png', content };
}
