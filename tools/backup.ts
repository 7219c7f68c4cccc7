// npm run backup: see docs/operations.md.
import { runBackup } from './backup/run-backup.ts';
import { terminalOfProcess } from './backup/terminal.ts';

process.exitCode = await runBackup(process.argv.slice(2), terminalOfProcess());
