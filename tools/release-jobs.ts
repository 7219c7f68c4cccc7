// npm run release-jobs: releases the jobs that a restore has parked; see docs/backups.md.
import { runReleaseJobs } from './backup/run-release-jobs.ts';
import { terminalOfProcess } from './backup/terminal.ts';

process.exitCode = await runReleaseJobs(terminalOfProcess());
