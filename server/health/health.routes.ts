/** Liveness and readiness checks. */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { selectStandbyAway } from '../../db/pool/commit-watch.ts';
import { withPriority } from '../../db/pool/lanes.ts';
import { codeOf } from '../../db/start-error.ts';
import type { Db } from '../../db/tables/tables.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { refusalMessages } from '../../rules/messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { databaseError, HttpError, storageError } from '../shared/errors.ts';
import { withTrialFile } from '../shared/trial-file.ts';

/** Polled several times a second, so only warnings are logged. */
const quietly = { logLevel: 'warn' } as const;

export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<
    AppDeps,
    'db' | 'readRouter' | 'dataDir' | 'storage' | 'bundles' | 'now' | 'isLeaving' | 'awayNodes'
  >,
): void {
  const checkFreeSpace = freeSpaceCheck(deps);
  app.get('/healthz', quietly, () => ({ alive: true }));
  app.get('/readyz', quietly, async () => {
    if (deps.isLeaving()) throw new HttpError(503, refusalMessages.leaving);
    const isStandbyAway = await withPriority('health', [], () =>
      withoutTenant(async () => {
        const found = await sql<{ isStandbyAway: boolean }>`${sql.raw(selectStandbyAway)}`.execute(
          deps.db,
        );
        await checkFreeSpace();
        return found.rows[0]?.isStandbyAway === true;
      }),
    );
    // Reads go to the primary while the replica is out, and go on while a standby is away: neither decides.
    const { replica } = deps.readRouter;
    const nodes = deps.awayNodes();
    const isAnyAway = isStandbyAway || nodes.length > 0;
    const where = isStandbyAway ? '' : ` of ${nodes.join(', ')}`;
    return {
      ready: true,
      ...(isAnyAway && { changes: `waiting for a synchronous standby${where}` }),
      ...(replica !== null && { replica: replica.describe() }),
    };
  });
}

// Checks disk space by writing periodically: no other test is reliable.

const everyMs = 5000;
const triedBytes = 1_000_000;
/**
 * PostgreSQL allocates its write-ahead log in segments of 16 MB: with less free space it takes no orders, even where a
 * megabyte still fits.
 */
const leastBytes = 17_000_000;

type Checked = Pick<AppDeps, 'db' | 'dataDir' | 'storage' | 'bundles'>;

/**
 * Throws HttpError 503 when the database, the data folder, or the folders of pictures and pages are not writable. The
 * result is cached for five seconds.
 */
export function freeSpaceCheck({ now, ...deps }: Checked & Pick<AppDeps, 'now'>) {
  let checkedMs = Number.NEGATIVE_INFINITY;
  let found: Promise<HttpError | null> | null = null;
  return async (): Promise<void> => {
    const ms = now().getTime();
    if (found === null || Math.abs(ms - checkedMs) >= everyMs) {
      checkedMs = ms;
      found = tryToWrite(deps);
    }
    const problem = await found;
    if (problem !== null) throw problem;
  };
}

async function tryToWrite({ db, dataDir, storage, bundles }: Checked): Promise<HttpError | null> {
  const tried = await Promise.all([
    tryFolder(dataDir),
    tryDatabase(db),
    tryStorage(storage),
    tryStorage(bundles),
  ]);
  return tried.find((problem) => problem !== null) ?? null;
}

async function tryFolder(dataDir: string): Promise<HttpError | null> {
  try {
    const { bavail, bsize } = await withTrialFile(dataDir, triedBytes, () => statfs(dataDir));
    return bavail * bsize < leastBytes ? new HttpError(503, refusalMessages.storageFull) : null;
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
    return new HttpError(503, isFull ? refusalMessages.storageFull : refusalMessages.folderGone);
  }
}

async function tryStorage(folder: { checkWritable(): Promise<void> }): Promise<HttpError | null> {
  try {
    await folder.checkWritable();
    return null;
  } catch (error) {
    return new HttpError(503, storageError(error)?.message ?? refusalMessages.storageGone);
  }
}

/**
 * Counts more rows than fit into its working memory: PostgreSQL then writes a megabyte of temporary files, and removes
 * them.
 */
async function tryDatabase(db: Db): Promise<HttpError | null> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`set local work_mem = '64kB'`.execute(transaction);
      await sql`select count(*) from generate_series(1, 100000)`.execute(transaction);
    });
    return null;
  } catch (error) {
    const beyondItsLimit = '53400';
    const isFull = codeOf(error) === beyondItsLimit || databaseError(error)?.status === 507;
    return new HttpError(503, isFull ? refusalMessages.storageFull : refusalMessages.databaseGone);
  }
}
