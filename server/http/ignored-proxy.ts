import type { FastifyInstance } from 'fastify';

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
