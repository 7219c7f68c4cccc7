// npm run restore: see docs/operations.md.
import { runRestore } from './backup/run-restore.ts';
import { terminalOfProcess } from './backup/terminal.ts';

process.exitCode = await runRestore(process.argv.slice(2), terminalOfProcess());
