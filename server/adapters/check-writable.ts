import { lstat } from 'node:fs/promises';
import { codeOf } from '../../db/start-error.ts';
import { withTrialFile } from '../shared/trial-file.ts';

const triedBytes = 65_536;

/**
 * Writes a file to the folder and removes it; throws when that fails. A folder that is not there passes, because it is
 * made with the first file.
 */
export async function checkWritable(folder: string): Promise<void> {
  try {
    await withTrialFile(folder, triedBytes, () => Promise.resolve());
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !(await exists(folder))) return;
    throw error;
  }
}

/** True also for a link whose target is missing. */
const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
