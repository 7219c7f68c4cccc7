// npm run test:partitioned [-- FILE]: tests of what reads or writes sales, on a database partitioned by month.
import { checkNode } from './check-node.mjs';
import { ensureInstalled } from './install.mjs';
import { command, runNode } from './run.mjs';

const modules = [
  'cases',
  'changes',
  'close-outs',
  'diagnosis',
  'forecast',
  'imports',
  'orders',
  'refunds',
  'reports',
  'rollups',
  'stock',
  'sums',
  'verification',
];

checkNode();
ensureInstalled();
const given = process.argv.slice(2);
const files = given.length > 0 ? given : modules.map((name) => `server/${name}/`);
const { ok } = await runNode([command.vitest, 'run', '--project', 'server', ...files], {
  live: true,
  env: { ...process.env, TEST_PARTITIONED: 'yes' },
});
process.exitCode = ok ? 0 : 1;
