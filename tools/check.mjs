// npm run check: all checks except the tests.
import { checkNode } from './check-node.mjs';
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';

checkNode();
ensureInstalled();
await runChecks();
