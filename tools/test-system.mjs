// npm run test:system: the second tier, which tests whole processes, machines and databases of other kinds. Runs in order
// and stops at the first failure. Installs first on a fresh clone. Ends with a line of counts for each run.
import { auditPackages } from './audit-packages.mjs';
import { ensureWebBuilt } from './build-web.mjs';
import { checkMachine } from './check-machine.mjs';
import { checkNode } from './check-node.mjs';
import { stage } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { installNode, testsOnOtherNode } from './newest-node.mjs';

/** Those that show most; npm run test:citus runs all of the API. */
const testsOnCitus = [
  'tools/citus/backup',
  'tools/citus/distribute',
  'tools/citus/shards',
  'resilience/authorization/row-level-security',
  'server/orders/orders',
  'server/orders/list-orders',
  'server/refunds/refunds.test',
  'server/reports/reports',
  'server/ingredients/restock',
  'server/users/sessions',
  'server/drinks/drink-collisions',
];

checkNode();
await checkMachine();
ensureInstalled();
const { printCounts, startReports } = await import('./test-runs.mjs');
const { playwright, vitest } = startReports('system');

await stage('vulnerabilities of packages', onRegistry);
await stage('tests of the system', () =>
  vitest(
    'vitest-system',
    ['--project', 'system'],
    ['db', 'resilience', 'server', 'simulator', 'tools'],
  ),
);
await stage('build of the dashboard', ensureWebBuilt);
await stage('tests in a browser', () => playwright(['--project=system']));
await stage('tests on a distributed database', onCitus);
await stage('tests on the newest Node.js', onNewestNode);
printCounts();

async function onRegistry() {
  const judged = auditPackages();
  if (judged.ok) process.stdout.write(judged.output);
  return judged;
}

async function onCitus() {
  const { isCitusInstalled } = await import('../db/testing/citus-cluster.ts');
  if (isCitusInstalled()) {
    const part = ['--config', 'tools/citus/vitest.config.ts', ...testsOnCitus];
    return vitest('vitest-on-citus', part, ['server', 'tools']);
  }
  process.stdout.write('Not tried on a distributed database: Citus is not installed.\n');
  return { ok: true, output: '' };
}

async function onNewestNode() {
  const { path, version, missing } = installNode();
  if (missing === undefined && version !== process.versions.node) {
    const label = `vitest-on-node-${version}`;
    return vitest(label, testsOnOtherNode, ['server', 'tools'], { node: path });
  }
  const reason = missing ?? 'it is the one that ran all tests';
  process.stdout.write(`Not tried on the newest Node.js: ${reason}.\n`);
  return { ok: true, output: '' };
}
