/** npm run distribute: says what it would do; with --yes, does it. */
import type { ClientBase } from 'pg';
import { distribute, planDistribution } from '../../db/distribution/distribute.ts';
import { requireMigrated } from '../../db/migrate.ts';
import { connect, withClient } from '../../db/pool/connect.ts';
import { BackupError, count, runCommand, type Terminal } from '../terminal.ts';

/** Exit code: 0 when the database is distributed, or when it could be. */
export function runDistribute(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out } = terminal;
  return runCommand(terminal, async ({ databaseUrl }) => {
    const unknown = args.find((arg) => arg !== '--yes');
    if (unknown !== undefined) {
      throw new BackupError(`npm run distribute knows no ${unknown}: it takes --yes.`);
    }
    if (databaseUrl === null) {
      throw new BackupError(
        'The built-in database cannot be distributed: set DATABASE_URL to the coordinator of a Citus cluster.',
      );
    }
    const target = { url: databaseUrl };
    const connection = connect(target, { max: 1 });
    try {
      await requireMigrated(connection);
      await withClient(target, (client) => convert(client, args.includes('--yes'), out));
    } finally {
      await connection.close();
    }
  });
}

async function convert(client: ClientBase, yes: boolean, out: Terminal['out']): Promise<void> {
  const { nodes, reference, distributed, bytes } = await planDistribution(client);
  if (reference.length + distributed.length === 0) {
    out(`The database is distributed over ${count(nodes, 'worker node')}.`);
    return;
  }
  out(`On ${count(nodes, 'worker node')}, ${(bytes / 1_000_000).toFixed(1)} MB:`);
  if (reference.length > 0) out(`- copied to every node: ${reference.join(', ')}`);
  if (distributed.length > 0) out(`- distributed by venue: ${distributed.join(', ')}`);
  if (!yes) {
    out(
      'Sales wait while tables are moved, and are stored afterwards. If it is interrupted, nothing has changed. To begin: npm run distribute -- --yes',
    );
    return;
  }
  const started = performance.now();
  await distribute(client, (step) => out(`${secondsSince(started)}  ${step}`));
  out(`Done in ${secondsSince(started)}.`);
}

const secondsSince = (started: number): string =>
  `${((performance.now() - started) / 1000).toFixed(1)} s`;
