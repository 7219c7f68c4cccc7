/**
 * Five backups while orders arrive, each restored and verified; half a minute each. The short form is
 * tools/backup/busy.test.ts.
 */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { backupRounds } from './backup.ts';

export async function backupSuite(): Promise<void> {
  const folder = await makeTestFolder();
  const found = await backupRounds(folder, { rounds: 5, clients: 6 });
  await rm(folder, { recursive: true, force: true });
  report(
    'sales that a restored backup lacks, has too many or answers otherwise',
    found.missing + found.unknown + found.otherwise,
    { most: 0 },
    `${found.acknowledged} acknowledged while ${found.rounds} backups were made`,
  );
}
