import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a message to a folder atomically; replaces a message of the same name. */
export async function writeToFileOutbox(
  folder: string,
  name: string,
  content: string | Buffer,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `${name}.new`);
  const handle = await open(unfinished, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, name));
}
