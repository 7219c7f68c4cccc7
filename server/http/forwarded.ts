import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ignores an X-Forwarded-For header whose last entry, the client's address behind a proxy, is not an IP address: the
 * address of a request is stored in the audit log and counts attempts.
 */
export function ignoreInvalidForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const given = headers['x-forwarded-for'];
    const last = String(given).split(',').at(-1)?.trim() ?? '';
    if (given !== undefined && isIP(last) === 0) delete headers['x-forwarded-for'];
  });
}
