/**
 * Backs up the product under load, restores it elsewhere, and verifies that every sale acknowledged before the backup
 * exists.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { productFolder } from '../../db/product-folder.ts';
import { openLedger, orderOf } from '../testing/ledger.ts';
import { report } from '../testing/outcome.ts';
import { send } from '../testing/responses.ts';
import { startProduct } from '../testing/running-product.ts';
import { openClient } from '../testing/test-client.ts';

export interface BackupOutcome {
  rounds: number;
  acknowledged: number;
  /** Sales acknowledged before the backup started but missing from it. */
  missing: number;
  /** Sales in a backup that no client knows of. */
  unknown: number;
  /** Keys for which the restored product returns another sale. */
  otherwise: number;
}

const responded = z.object({ id: z.string() });

/**
 * Uses the embedded PostgreSQL.
 * @param folder empty
 */
export async function backupRounds(
  folder: string,
  { rounds, clients }: { rounds: number; clients: number },
): Promise<BackupOutcome> {
  // The user that runs PostgreSQL when started by root needs access.
  await chmod(folder, 0o755);
  const original = join(folder, 'original');
  const product = await startProduct(original, { LOG_LEVEL: 'silent' });
  const outcome = { rounds, acknowledged: 0, missing: 0, unknown: 0, otherwise: 0 };
  try {
    const client = await openClient(product);
    const book = await openLedger(product, client);
    const { acknowledged } = book.ledger;
    for (let round = 0; round < rounds; round += 1) {
      const selling = book.startSelling(clients);
      const enough = acknowledged.size + 10 * clients;
      while (acknowledged.size < enough) await new Promise((resolve) => setTimeout(resolve, 5));
      const before = new Map(acknowledged);
      const archive = join(folder, `${round}.tar.gz`);
      await run('backup', archive, original);
      await selling.stop();

      const elsewhere = join(folder, `restored-${round}`);
      await run('restore', archive, elsewhere);
      const restored = await startProduct(elsewhere, { LOG_LEVEL: 'silent' });
      // Uses the existing sign-in: tokens and unit keys are part of the backup.
      const stored = await client.ids(restored, book.since);
      const described = new Set([...acknowledged.values()].map(({ id }) => id));
      outcome.missing += [...before.values()].filter(({ id }) => !stored.has(id)).length;
      outcome.unknown += [...stored].filter((id) => !described.has(id)).length;
      for (const [key, { id }] of [...before].slice(-50)) {
        const again = await send(restored, '/api/orders', {
          token: client.key,
          idempotencyKey: key,
          body: orderOf(client),
        });
        if (responded.safeParse(again.body).data?.id !== id) outcome.otherwise += 1;
      }
      await restored.stop();
    }
    outcome.acknowledged = acknowledged.size;
    return outcome;
  } finally {
    await product.stop();
  }
}

async function run(what: 'backup' | 'restore', archive: string, dataDir: string): Promise<void> {
  const script = join(productFolder, `build/server/${what}.js`);
  const child = spawn(process.execPath, [script, archive], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`npm run ${what} ended with ${child.exitCode}`);
}

/**
 * Five backups while orders arrive, each restored and verified; half a minute each. The short form is
 * tools/backup/busy.test.ts.
 */
export async function backupSuite(folder: string): Promise<void> {
  const found = await backupRounds(folder, { rounds: 5, clients: 6 });
  report(
    'sales that a restored backup lacks, has too many or answers otherwise',
    found.missing + found.unknown + found.otherwise,
    { most: 0 },
    `${found.acknowledged} acknowledged while ${found.rounds} backups were made`,
  );
}
