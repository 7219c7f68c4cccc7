// npm run migrate: applies pending migrations; see docs/installing.md.
import { terminalOfProcess } from './terminal.ts';
import { runMigrate } from './migrate/run-migrate.ts';

process.exitCode = await runMigrate(terminalOfProcess());
