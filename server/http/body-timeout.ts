/** Timeout for receiving a request body, so that slow clients cannot hold a connection indefinitely. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

const minuteMs = 60_000;

/** Maximum timeout of any endpoint. */
export const longestBodyMs = 15 * minuteMs;
const usualBodyMs = minuteMs / 2;

const timers = new WeakMap<FastifyRequest['raw'], NodeJS.Timeout>();

/**
 * Node.js has one limit for all requests; this cuts off requests after half a minute unless their endpoint allows
 * more.
 */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0) {
      request.raw.once('close', () => clearTimeout(timers.get(request.raw)));
      cutOffAfter(usualBodyMs, app, request);
    }
    done();
  });
}

/** Extends the timeout for an endpoint with large bodies. */
export function giveTime(request: FastifyRequest): void {
  clearTimeout(timers.get(request.raw));
  cutOffAfter(longestBodyMs, request.server, request);
}

function cutOffAfter(ms: number, app: FastifyInstance, { raw }: FastifyRequest): void {
  const cutOff = (): void => {
    if (raw.complete || raw.readableEnded || raw.socket.destroyed) return;
    // A request made by app.inject has no connection to cut.
    if (!('destroy' in raw.socket)) return;
    // Same error as from Node.js.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', late, raw.socket);
  };
  timers.set(raw, setTimeout(cutOff, ms).unref());
}
