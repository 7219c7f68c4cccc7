/** Kills a primary under load five times; its synchronous standby takes over. About two minutes. */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { failovers } from './failover.ts';

export async function failoverSuite(): Promise<void> {
  const folder = await makeTestFolder();
  const found = await failovers(folder, { rounds: 5, clients: 8 });
  await rm(folder, { recursive: true, force: true });
  if (found === null) {
    console.log('NOT TRIED  failover: only PostgreSQL with pg_basebackup makes a standby');
    return;
  }
  report(
    'orders lost, doubled or answered otherwise by a failover',
    found.lost.length + Math.abs(found.doubled) + found.otherwise + found.centsApart,
    { most: 0 },
    `${found.acknowledged} acknowledged in ${found.rounds} rounds; ${JSON.stringify(found.described)}`,
  );
  report(
    'unclear answers meanwhile',
    found.unclear.length,
    { most: 0 },
    found.unclear.slice(0, 5).join('; '),
  );
  report('slowest answer in seconds', found.slowestMs / 1000, { most: 2 }, 'to a till');
  report(
    'slowest healing once the standby takes writes, in seconds',
    found.slowestHealMs / 1000,
    { most: 1 },
    'until it sells',
  );
}
