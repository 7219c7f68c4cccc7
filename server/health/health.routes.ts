/** Liveness and readiness checks. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { inLane } from '../../db/pool/lanes.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { errorMessages } from '../../rules/messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { freeSpaceCheck } from './disk-space-check.ts';
import { HttpError } from '../shared/errors.ts';

/** Polled several times a second, so only warnings are logged. */
const quietly = { logLevel: 'warn' } as const;

export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<
    AppDeps,
    'db' | 'readRouter' | 'dataDir' | 'storage' | 'bundles' | 'now' | 'isLeaving'
  >,
): void {
  const checkFreeSpace = freeSpaceCheck(deps);
  app.get('/healthz', quietly, () => ({ alive: true }));
  app.get('/readyz', quietly, async () => {
    if (deps.isLeaving()) throw new HttpError(503, errorMessages.leaving);
    await inLane('health', [], () =>
      withoutTenant(async () => {
        await sql`select 1`.execute(deps.db);
        await checkFreeSpace();
      }),
    );
    // Reads go to the primary while the replica is out, so it does not decide.
    const { replica } = deps.readRouter;
    return { ready: true, ...(replica === null ? {} : { replica: replica.describe() }) };
  });
}
