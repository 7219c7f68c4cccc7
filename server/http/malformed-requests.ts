/**
 * Handles input that never becomes a request because Node.js or the router cannot parse it, with our usual error
 * format.
 */
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorMessages } from '../../rules/messages.ts';

const refusals: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: errorMessages.tookTooLong },
  HPE_HEADER_OVERFLOW: { status: 431, message: errorMessages.headersTooLarge },
};
const broken = { status: 400, message: errorMessages.brokenRequest };

const headersOf = (requestId: string, body: string): Record<string, string | number> => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
  'content-length': Buffer.byteLength(body),
});

const bodyOf = (message: string, requestId: string): string =>
  JSON.stringify({ error: { message, requestId } });

/** Event of the HTTP server for each response that no route and no hook takes part in; with its status. */
export const earlyRefusal = 'earlyRefusal';

/** Responds to a late request, oversized headers, or invalid HTTP, and closes the connection. */
export function respondToMalformed(
  app: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const { status, message } = refusals[error.code ?? ''] ?? broken;
    const requestId = randomUUID();
    const { remoteAddress: ip } = socket;
    app.log.warn({ requestId, ip, status, code: error.code }, message);
    app.server.emit(earlyRefusal, status);
    const body = bodyOf(message, requestId);
    const headers = { ...headersOf(requestId, body), connection: 'close' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`,
    );
  }
  socket.destroy(error);
}

/** Responds to a URL that cannot be decoded: before any hook has run, and without Fastify. */
export function refuseAddress(
  _error: Error,
  { id, server, log }: Pick<FastifyRequest, 'id' | 'server' | 'log'>,
  reply: { raw: ServerResponse },
): void {
  log.warn({ status: broken.status }, broken.message);
  server.server.emit(earlyRefusal, broken.status);
  const body = bodyOf(broken.message, id);
  reply.raw.writeHead(broken.status, headersOf(id, body)).end(body);
}

/** Ignores an Expect header other than 100-continue, instead of Node.js's bare 417. */
export function overlookExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}
