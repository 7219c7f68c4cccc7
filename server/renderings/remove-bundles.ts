import type { Db } from '../../db/tables/tables.ts';
import { insertJobs } from '../jobs/jobs.queries.ts';

/** Queues the removal of bundles that belong to no rendering, so that none is left behind. */
export const removeBundles = (db: Db, folders: readonly string[], at: Date): Promise<void> =>
  insertJobs(
    db,
    folders.map((folder) => ({
      kind: 'remove bundle',
      key: `remove bundle ${folder}`,
      payload: { folder },
      runAt: at,
    })),
  );
