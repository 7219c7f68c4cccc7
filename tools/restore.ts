// npm run restore: see docs/operations.md.
import { runRestore } from './backup/commands.ts';
import { terminalOfProcess } from './terminal.ts';

process.exitCode = await runRestore(process.argv.slice(2), terminalOfProcess());
