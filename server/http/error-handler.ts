/** Maps any failure to a response: its status, and the shape that the endpoint guarantees. */
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorShape } from '../../contract/endpoint.ts';
import { errorMessages, refusalMessages } from '../../rules/messages.ts';
import { discardRest } from './connections.ts';
import { databaseError, HttpError, RefundError, storageError } from '../shared/errors.ts';

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => response(errorOf(error, request), request, reply));
  app.setNotFoundHandler((request, reply) =>
    response(new HttpError(404, errorMessages.notFound), request, reply),
  );
}

function errorOf(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const known = databaseError(error) ?? storageError(error) ?? fastifyError(error);
  if (known) {
    request.log.warn({ err: error }, known.message);
    return known;
  }
  request.log.error({ err: error }, 'unexpected error');
  return new HttpError(500, errorMessages.internal);
}

/** Errors that Fastify throws before a handler runs: invalid JSON, a body too large, an unknown media type. */
function fastifyError(error: unknown): HttpError | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null;
  const { statusCode } = error;
  if (statusCode < 400 || statusCode >= 500) return null;
  const messages: Record<number, string> = {
    400: refusalMessages.brokenRequest,
    408: refusalMessages.tookTooLong,
    413: refusalMessages.tooLarge,
    415: refusalMessages.notJson,
  };
  return new HttpError(statusCode, messages[statusCode] ?? refusalMessages.brokenRequest);
}

function response(problem: HttpError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds);
  discardRest(request, reply);
  const shape = request.routeOptions.config.endpoint?.errorShape ?? 'fields';
  return (
    reply
      .code(problem.status)
      // Replaces the header of a handler that set one for its success: a missing file may exist a moment later.
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(wireForm(problem, shape, request.id)))
  );
}

function wireForm(problem: HttpError, shape: ErrorShape, requestId: string): unknown {
  const { fields, message } = problem;
  const error = { message, ...(problem.code ? { code: problem.code } : {}), requestId };
  if (shape === 'refund') return { ...refundForm(problem), error };
  if (!fields || shape === 'message') return { error };
  return shape === 'ingredient' ? { msg: { errors: fields }, errors: fields } : fields;
}

/** A rejected refund was never requested; after an internal error its state is unknown. */
function refundForm(problem: HttpError): object {
  const { status: statusCode, message } = problem;
  if (!(problem instanceof RefundError)) {
    return { statusCode, status: statusCode < 500 ? 'refused' : 'unknown', message };
  }
  const { state: status, drinks } = problem;
  return { statusCode, status, message, ...(drinks.length > 1 ? { drinks } : {}) };
}

// Handles input that never becomes a request because Node.js or the router cannot parse it, with our usual error
// format.

const refusals: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: refusalMessages.tookTooLong },
  HPE_HEADER_OVERFLOW: { status: 431, message: refusalMessages.headersTooLarge },
};
const broken = { status: 400, message: refusalMessages.brokenRequest };

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
export function ignoreExpectHeader({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}
