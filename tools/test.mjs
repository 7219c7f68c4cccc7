// npm test: the first tier, which covers the behaviour of the product. Runs its checks in order and stops at the first
// failure. Installs first on a fresh clone. Ends with a line of counts for each test runner.
import { ensureWebBuilt } from './build-web.mjs';
import { checkMachine } from './check-machine.mjs';
import { checkNode } from './check-node.mjs';
import { runChecks, stage } from './checks.mjs';
import { ensureInstalled } from './install.mjs';

checkNode();
await checkMachine();
ensureInstalled();
const { printCounts, startReports } = await import('./test-runs.mjs');
const { playwright, vitest } = startReports('behaviour');
const projects = ['rules', 'server', 'web'].flatMap((name) => ['--project', name]);
const folders = [
  'client',
  'lib',
  'rules',
  'db',
  'server',
  'simulator',
  'tools',
  'resilience',
  'web',
];

await runChecks([['build of the dashboard', ensureWebBuilt]]);
await stage('tests', () => vitest('vitest', projects, folders));
const databaseUrl = process.env.TEST_DATABASE_URL;
if (databaseUrl) {
  const part = ['--project', 'server', 'server/', 'db/migrate'];
  await stage('tests of the API on TEST_DATABASE_URL', () =>
    vitest('vitest-on-url', part, ['server'], { databaseUrl }),
  );
}
await stage('tests in a browser', () => playwright(['--project=behaviour']));
printCounts();
