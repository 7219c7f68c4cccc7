// npm run partition: partitions the tables of sales by month; see docs/scaling-out.md.
import { terminalOfProcess } from './terminal.ts';
import { runPartition } from './partition/run-partition.ts';

process.exitCode = await runPartition(process.argv.slice(2), terminalOfProcess());
