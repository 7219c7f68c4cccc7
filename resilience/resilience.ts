/** npm run resilience [name …]: the long form of the resilience tests in `npm run test:system`. All of them take about an hour. */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../db/testing/folder.ts';
import { exitCode } from './testing/outcome.ts';
import { backupSuite } from './faults/backup.ts';
import { clockSuite } from './faults/clock.ts';
import { databaseCutSuite } from './faults/database-cut.ts';
import { distributedSuite } from './faults/distributed.ts';
import { diskFullSuite } from './faults/disk-full.ts';
import { fairSharesSuite } from './faults/fair-shares.ts';
import { failoverSuite } from './faults/failover.ts';
import { fuzzSuite } from './fuzz/rounds.ts';
import { killSuite } from './faults/kill-rounds.ts';
import { memorySuite } from './faults/memory.ts';
import { migrationsSuite } from './faults/migrations.ts';
import { refundSuite } from './faults/refund-rounds.ts';
import { replicaSuite } from './faults/replica.ts';
import { slowClientsSuite } from './faults/slow-clients.ts';
import { stormSuite } from './faults/storm.ts';

/** Each receives an empty folder. */
const suites: Record<string, (folder: string) => Promise<void>> = {
  kill: killSuite,
  refunds: refundSuite,
  'disk-full': diskFullSuite,
  'database-cut': databaseCutSuite,
  failover: failoverSuite,
  replica: replicaSuite,
  distributed: distributedSuite,
  backup: backupSuite,
  memory: memorySuite,
  fuzz: fuzzSuite,
  'slow-clients': slowClientsSuite,
  storm: stormSuite,
  'fair-shares': fairSharesSuite,
  migrations: migrationsSuite,
  clock: clockSuite,
};
const requested = process.argv.slice(2);
for (const name of requested) {
  if (!(name in suites))
    throw new Error(`There is no suite ${name}, only ${Object.keys(suites).join(', ')}`);
}
for (const [name, suite] of Object.entries(suites)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  const folder = await makeTestFolder();
  await suite(folder);
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = exitCode();
