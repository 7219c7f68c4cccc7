import type { Db } from '../../db/tables/tables.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';

/** Queues the removal of bundles that belong to no rendering, so that none is left behind. */
export const removeBundles = (db: Db, folders: readonly string[]): Promise<void> =>
  queueJobs(
    db,
    folders.map((folder) => ({
      kind: 'remove bundle',
      key: `remove bundle ${folder}`,
      payload: { folder },
    })),
  );
