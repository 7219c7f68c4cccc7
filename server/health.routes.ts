/** For whoever watches over the server: is it alive, and can it work. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './deps.ts';
import { freeSpaceCheck } from './free-space.ts';

export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'dataDir' | 'now'>,
): void {
  const checkFreeSpace = freeSpaceCheck(deps);
  app.get('/healthz', () => ({ alive: true }));
  app.get('/readyz', async () => {
    await sql`select 1`.execute(deps.db);
    await checkFreeSpace();
    return { ready: true };
  });
}
