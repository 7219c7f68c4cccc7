// npm test: runs every check in order and stops at the first failure. Installs first on a fresh clone. Ends with a
// line of counts for each test runner.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { checkNode } from './check-node.mjs';
import { runChecks, stage } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { installNode, testsOnOtherNode } from './newest-node.mjs';
import { command, home, runNode } from './run.mjs';

const reports = join(home, 'build/test-reports');
/** Projects that must each have run a test. */
const rooms = ['lib', 'rules', 'db', 'server', 'simulator', 'tools', 'resilience', 'web'];
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
  'server/drinks/drink-collisions',
];
const closing = [];

checkNode();
ensureInstalled();
await import('./typescript.mjs');
const { readPlaywrightReport, readVitestReport } = await import('./test-reports.ts');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

await runChecks();
await stage('tests', () => vitest('vitest', [], rooms, undefined));
const otherServer = process.env.TEST_DATABASE_URL;
if (otherServer) {
  const part = ['--project', 'server', 'server/', 'db/migrate'];
  await stage('tests of the API on TEST_DATABASE_URL', () =>
    vitest('vitest-on-url', part, ['server'], otherServer),
  );
}
await stage('tests on a distributed database', onCitus);
await stage('tests on the newest Node.js', onNewestNode);
await stage('build of the dashboard', ensureWebBuilt);
if (existsSync(join(home, 'playwright.config.ts'))) await stage('tests in a browser', playwright);
process.stdout.write(`\n${closing.join('\n')}\n`);

async function vitest(label, filters, expectedRooms, databaseUrl, node = process.execPath) {
  const report = join(reports, `${label}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, TEST_DATABASE_URL: databaseUrl ?? '' };
  const args = [command.vitest, 'run', '--coverage.enabled=false', ...reporters, ...filters];
  const { ok } = await runNode(args, { env, live: true, node });
  return judge(label, ok, readVitestReport(read(report), expectedRooms));
}

async function onCitus() {
  const { isCitusInstalled } = await import('../db/testing/citus-cluster.ts');
  if (isCitusInstalled()) {
    const part = ['--config', 'tools/citus/vitest.config.ts', ...testsOnCitus];
    return vitest('vitest-on-citus', part, ['server', 'tools'], undefined);
  }
  process.stdout.write('Not tried on a distributed database: Citus is not installed.\n');
  return { ok: true, output: '' };
}

async function onNewestNode() {
  const { path, version, missing } = installNode();
  if (missing === undefined && version !== process.versions.node) {
    const label = `vitest-on-node-${version}`;
    return vitest(label, testsOnOtherNode, ['server', 'tools'], undefined, path);
  }
  const reason = missing ?? 'it is the one that ran all tests';
  process.stdout.write(`Not tried on the newest Node.js: ${reason}.\n`);
  return { ok: true, output: '' };
}

async function playwright() {
  const report = join(reports, 'playwright.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const args = [command.playwright, 'test', '--reporter=list,json'];
  const { ok } = await runNode(args, { env, live: true });
  return judge('playwright', ok, readPlaywrightReport(read(report)));
}

function judge(label, ok, { passed, failed, complaint }) {
  const counts = `${label}: ${String(passed)} passed, ${String(failed)} failed`;
  closing.push(counts);
  return { ok: ok && failed === 0 && complaint === null, output: `${complaint ?? ''}${counts}\n` };
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
}
