/** Schema of the job queue, which belongs to graphile-worker and is created by its own migrations. */
import { Logger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';

/** The library logs each statement and each job; failures are reported by its callers. */
export const silentLogger = new Logger(() => () => undefined);

/** Not safe to run in several processes at once: the caller holds the lock of the schema. */
export const migrateJobQueue = (pool: Pool): Promise<void> =>
  runMigrations({ pgPool: pool, logger: silentLogger, noPreparedStatements: true });
