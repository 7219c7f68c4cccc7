/**
 * Limits of connections: timeouts for receiving a request body, so that slow clients cannot hold one indefinitely; load; and
 * the end of the server.
 */
import type { IncomingHttpHeaders } from 'node:http';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalMessages } from '../../rules/messages.ts';
import { HttpError } from '../shared/errors.ts';

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

/** Lets a response begin later than connections may be idle. */
export function extendIdleTimeout({ raw: { socket } }: FastifyRequest, ms: number): void {
  // A request made by app.inject has no connection.
  if ('setTimeout' in socket) socket.setTimeout(ms);
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

const nothing = (): void => undefined;

/** Less than the shutdown timeout of one part of the server, and more than any request takes except a large upload. */
const patienceMs = 35_000;

/**
 * Connection draining: when the app closes, requests in flight complete, new connections are refused, and idle
 * connections are closed once nothing is in flight.
 */
export function finishUnderWay(app: FastifyInstance): void {
  let underWay = 0;
  let whenNone = nothing;
  app.server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      if (underWay === 0) whenNone();
    });
  });
  app.addHook('preClose', async () => {
    app.server.close();
    if (underWay === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      whenNone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  });
}

/** Mean delay of the event loop over a sample, beyond which new requests would wait for several seconds. */
const mostDelayMs = 1_000;
/** Longer than a single pause, such as that of loading the program, which is over when it is measured. */
const sampleMs = 3_000;

/** Rejects requests early while the process is overloaded, except health checks, which would take it out of service. */
export async function rejectUnderPressure(
  app: FastifyInstance,
  options: { mostDelayMs?: number; sampleMs?: number } = {},
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: options.mostDelayMs ?? mostDelayMs,
    sampleInterval: options.sampleMs ?? sampleMs,
    pressureHandler: async ({ url }) => {
      if (['/healthz', '/readyz'].includes(url)) return;
      throw new HttpError(503, refusalMessages.busy, { retryAfterSeconds: 5 });
    },
  });
}
