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

/**
 * Warns once when a proxy adds X-Forwarded-For although it is not trusted: all of its clients then have its address,
 * and share the limits of one network.
 */
export function warnOfIgnoredProxy(app: FastifyInstance): void {
  let isReported = false;
  app.addHook('onRequest', async (request) => {
    if (isReported || request.headers['x-forwarded-for'] === undefined) return;
    isReported = true;
    app.log.warn(
      'X-Forwarded-For is ignored because TRUST_PROXY is off: all clients of a proxy count as one and share its limits. If this server is behind a proxy, set TRUST_PROXY=on',
    );
  });
}
