import { accessSync, constants, statfsSync } from 'node:fs';

/** Memory as a file system, on Linux. */
const inMemory = '/dev/shm';

/** 4 GB for the databases that the tests have at one time, 2 GB for the tests themselves. */
const neededBytes = 6e9;

/** True where more memory is free than the tests need. */
export function hasSpareMemory(): boolean {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    // A container may have less than its machine.
    return Math.min(bavail * bsize, process.availableMemory()) > neededBytes;
  } catch {
    return false;
  }
}

/**
 * Moves the temporary files of this process, and of those that it starts, into memory if there is enough of it: there
 * PostgreSQL makes the files of a database in a tenth of the processor time. TMPDIR overrides it.
 */
export function useMemoryFolder(): void {
  if (!process.env['TMPDIR'] && hasSpareMemory()) process.env['TMPDIR'] = inMemory;
}
