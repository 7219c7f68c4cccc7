import { constants, existsSync } from 'node:fs';
import { access, chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, reasonOf, StartupError } from './start-error.ts';

/** Creates the data folder if missing, with private permissions, and verifies that it is writable. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    if (!existsSync(dataDir)) {
      await makeFolder(dataDir);
      await chmod(dataDir, 0o700);
    }
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!(await stat(dataDir)).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw error;
    throw new StartupError(
      `The data folder ${dataDir} cannot be written (${reasonOf(error)}): make it writable for this user, or name another with DATA_DIR.`,
      { cause: error },
    );
  }
}

// Avoids mkdir's `recursive` option, which never returns where the system denies that a parent exists.
async function makeFolder(folder: string): Promise<void> {
  if (!existsSync(dirname(folder))) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST' || !existsSync(folder)) throw error;
  });
}
