// npm run verify: compares what is stored twice; see docs/operations.md.
import { terminalOfProcess } from './terminal.ts';
import { runVerify } from './verify/run-verify.ts';

process.exitCode = await runVerify(process.argv.slice(2), terminalOfProcess());
