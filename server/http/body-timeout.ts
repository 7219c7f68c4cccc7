/** How long a request may take to arrive: whoever sends one byte now and then must not hold a connection for ever. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

const minuteMs = 60_000;

/** The longest that any call may be given. */
export const longestBodyMs = 15 * minuteMs;
const usualBodyMs = minuteMs / 2;

const timers = new WeakMap<FastifyRequest['raw'], NodeJS.Timeout>();

/** Node.js has one limit for all requests; where a call needs longer, the others are still cut off after half a minute. */
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

/** For a call that takes in what is large. */
export function giveTime(request: FastifyRequest): void {
  clearTimeout(timers.get(request.raw));
  cutOffAfter(longestBodyMs, request.server, request);
}

function cutOffAfter(ms: number, app: FastifyInstance, { raw }: FastifyRequest): void {
  const cutOff = (): void => {
    if (raw.complete || raw.readableEnded || raw.socket.destroyed) return;
    // Answered as Node.js does it.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', late, raw.socket);
  };
  timers.set(raw, setTimeout(cutOff, ms).unref());
}
