/** For whoever watches over the server: is it alive, and can it work. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './deps.ts';

export function healthRoutes(app: FastifyInstance, { db }: Pick<AppDeps, 'db'>): void {
  app.get('/healthz', () => ({ alive: true }));
  app.get('/readyz', async () => {
    await sql`select 1`.execute(db);
    return { ready: true };
  });
}
