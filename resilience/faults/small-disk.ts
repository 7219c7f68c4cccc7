/** A tmpfs of a few megabytes that can be filled safely. */
import { spawnSync } from 'node:child_process';
import { chmod, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';

export interface SmallDisk {
  folder: string;
  /** Writes a file that leaves this much free space. */
  fill(leavingMb: number): Promise<void>;
  /** Deletes the file. */
  freePositions(): Promise<void>;
  freeMb(): Promise<number>;
  close(): Promise<void>;
}

const megabyte = 1_048_576;

/** null when this user may not mount anything, or the system has no tmpfs. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await makeTestFolder();
  const options = `size=${String(megabytes)}m,mode=755`;
  // The user that runs PostgreSQL when started by root needs access.
  await chmod(folder, 0o755);
  if (!ran('mount', '-t', 'tmpfs', '-o', options, 'barback-small-disk', folder)) {
    await rmdir(folder);
    return null;
  }
  const ballast = join(folder, 'ballast');
  const freeMb = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(folder);
    return (bavail * bsize) / megabyte;
  };
  return {
    folder,
    freeMb,
    fill: async (leavingMb) =>
      writeFile(ballast, Buffer.alloc(Math.max(0, (await freeMb()) - leavingMb) * megabyte)),
    freePositions: () => rm(ballast, { force: true }),
    close: async () => {
      // The last PostgreSQL process may still be exiting.
      for (let tries = 0; tries < 50 && !ran('umount', folder); tries += 1) await wait(100);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ran = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
