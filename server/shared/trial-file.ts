import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file of this size to the folder and removes it after `use`; throws when it cannot be written. */
export async function withTrialFile<T>(
  folder: string,
  bytes: number,
  use: () => Promise<T>,
): Promise<T> {
  const file = join(folder, `room-${String(process.pid)}.tmp`);
  try {
    await writeFile(file, Buffer.alloc(bytes), { mode: 0o600 });
    return await use();
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
