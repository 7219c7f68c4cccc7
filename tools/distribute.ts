// npm run distribute: distributes the tables over the nodes of a Citus cluster; see docs/scaling-out.md.
import { terminalOfProcess } from './terminal.ts';
import { runDistribute } from './distribute/run-distribute.ts';

process.exitCode = await runDistribute(process.argv.slice(2), terminalOfProcess());
