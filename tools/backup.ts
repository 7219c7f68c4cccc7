// npm run backup: see docs/operations.md.
import { runBackup } from './backup/commands.ts';
import { terminalOfProcess } from './terminal.ts';

process.exitCode = await runBackup(process.argv.slice(2), terminalOfProcess());
