// npm run test:node [-- VERSION]: runs some tests of the API and starts the built product on the newest Node.js that npm
// has, or on another version of it. npm run test:system does so too.
import { checkNode, fail } from './check-node.mjs';
import { ensureInstalled } from './install.mjs';
import { installNode, testsOnOtherNode } from './newest-node.mjs';
import { command, runNode } from './run.mjs';

checkNode();
ensureInstalled();
const node = installNode(process.argv[2]);
if ('missing' in node) fail(`That Node.js could not be installed: ${node.missing}.`);
process.stdout.write(`Node.js ${node.version}\n`);
const args = [command.vitest, 'run', '--coverage.enabled=false', ...testsOnOtherNode];
const { ok } = await runNode(args, { live: true, node: node.path });
process.exitCode = ok ? 0 : 1;
