// npm run release-jobs: releases the jobs that a restore has parked; see docs/backups.md.
import { runReleaseJobs } from './backup/commands.ts';
import { terminalOfProcess } from './terminal.ts';

process.exitCode = await runReleaseJobs(terminalOfProcess());
