/** Prometheus metrics, protected by a token. Without a configured token the endpoint does not exist. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { refusalMessages } from '../../rules/messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { eventStreamType } from '../http/mount.ts';
import { earlyRefusal } from '../http/error-handler.ts';
import { HttpError } from '../shared/errors.ts';
import { collectFigures } from './figures.ts';

export function metricsRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'pools' | 'readRouter' | 'now' | 'metricsToken'>,
  countStreams: () => number,
): void {
  const { metricsToken } = deps;
  if (metricsToken === null) return;
  const figures = collectFigures(deps, countStreams);
  app.addHook('onResponse', async (request, reply) => {
    // How long somebody watched is not how long it took.
    if (reply.getHeader('content-type') === eventStreamType) return;
    figures.responded({
      method: request.method,
      // Uses the route template instead of the URL, to limit the number of label values.
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  app.server.on(earlyRefusal, (status: number) => figures.refused(status));
  app.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      throw new HttpError(401, refusalMessages.metricsToken);
    }
    const text = await figures.describe();
    return reply.header('cache-control', 'no-store').type(figures.contentType).send(text);
  });
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

const isSame = (given: string, requested: string): boolean =>
  timingSafeEqual(digest(given), digest(requested));
