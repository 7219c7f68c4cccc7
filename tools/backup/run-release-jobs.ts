/** npm run release-jobs: lets the worker run the jobs that a restore has parked. */
import { withClient } from '../../db/pool/with-client.ts';
import { openOwnDatabase } from '../own-database.ts';
import { releaseJobs } from './queued-jobs.queries.ts';
import { count, listJobs, runCommand, type Terminal } from './terminal.ts';

/** Exit code: 0 when no job is parked any more. */
export function runReleaseJobs(terminal: Terminal): Promise<number> {
  const { out } = terminal;
  return runCommand(terminal, async (environment) => {
    const { target, leave } = await openOwnDatabase(environment, out);
    try {
      const { released, droppedRefunds } = await withClient(target, releaseJobs);
      const listed = listJobs(released);
      if (listed !== null)
        out(`Released ${listed}. Barback runs those that are due as soon as it runs.`);
      if (droppedRefunds > 0) {
        out(
          `Dropped ${count(droppedRefunds, 'automatic refund')}, which the original may have made since: the cases are left to people, on the screen Failed pours.`,
        );
      }
      if (listed === null && droppedRefunds === 0) out('No jobs are parked.');
    } finally {
      await leave();
    }
  });
}
