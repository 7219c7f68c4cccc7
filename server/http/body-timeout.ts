/** Timeouts for receiving a request body, so that slow clients cannot hold a connection indefinitely. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
    if (hasBody(request.headers)) {
      request.raw.once('close', () => clearTimeout(timers.get(request.raw)));
      cutOffAfter(usualBodyMs, app, request);
    }
    done();
  });
}

/** Extends the timeout for an endpoint with large bodies. */
export function giveTime(request: FastifyRequest): void {
  cutOffAfter(longestBodyMs, request.server, request);
}

/**
 * Reads and discards what is left of a body that is refused midway, for half a minute, and keeps the connection. If it
 * were closed while its client still sends, it would be reset, and the response lost.
 */
export function discardRest({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded || !hasBody(headers)) return;
  // What is left of a destroyed body cannot be read, and would block the next request.
  if (raw.destroyed) {
    reply.header('connection', 'close');
    return;
  }
  reply.removeHeader('connection');
  raw.unpipe().resume();
  startTimer(raw, usualBodyMs, () => raw.destroy());
}

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

function cutOffAfter(ms: number, app: FastifyInstance, { raw }: FastifyRequest): void {
  const cutOff = (): void => {
    if (raw.complete || raw.readableEnded || raw.socket.destroyed) return;
    // A request made by app.inject has no connection to cut.
    if (!('destroy' in raw.socket)) return;
    // Same error as from Node.js.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', late, raw.socket);
  };
  startTimer(raw, ms, cutOff);
}

/** Replaces the timer of the request. */
function startTimer(raw: FastifyRequest['raw'], ms: number, cutOff: () => void): void {
  clearTimeout(timers.get(raw));
  timers.set(raw, setTimeout(cutOff, ms).unref());
}
