/** npm run resilience [name …]: the long form of the resilience tests in `npm run test:system`. All of them take about an hour. */
import { exitCode } from '../bench/outcome.ts';
import { backupSuite } from './faults/backup-suite.ts';
import { clockSuite } from './faults/clock-suite.ts';
import { databaseCutSuite } from './faults/database-cut-suite.ts';
import { distributedSuite } from './faults/distributed-suite.ts';
import { diskFullSuite } from './faults/disk-full-suite.ts';
import { fairSharesSuite } from './faults/fair-shares-suite.ts';
import { failoverSuite } from './faults/failover-suite.ts';
import { fuzzSuite } from './fuzz/suite.ts';
import { killSuite } from './faults/kill-suite.ts';
import { memorySuite } from './faults/memory-suite.ts';
import { migrationsSuite } from './faults/migrations-suite.ts';
import { refundSuite } from './faults/refund-suite.ts';
import { replicaSuite } from './faults/replica-suite.ts';
import { slowClientsSuite } from './faults/slow-clients-suite.ts';
import { stormSuite } from './faults/storm-suite.ts';

const suites: Record<string, () => Promise<void>> = {
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
  if (requested.length === 0 || requested.includes(name)) await suite();
}
process.exitCode = exitCode();
