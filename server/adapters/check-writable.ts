import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../db/start-error.ts';

const triedBytes = 65_536;

/**
 * Writes a file to the folder and removes it; throws when that fails. A folder that is not there passes, because it is
 * made with the first file.
 */
export async function checkWritable(folder: string): Promise<void> {
  const file = join(folder, `room-${String(process.pid)}.tmp`);
  try {
    await writeFile(file, Buffer.alloc(triedBytes), { mode: 0o600 });
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !(await exists(folder))) return;
    throw error;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** True also for a link whose target is missing. */
const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
