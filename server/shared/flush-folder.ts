import { open } from 'node:fs/promises';

/** Flushes directory entries, so that names are as durable as the content. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
