/** Maps any failure to a response: its status, and the shape that the endpoint guarantees. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorShape } from '../../contract/endpoint.ts';
import { errorMessages } from '../../rules/messages.ts';
import { discardRest } from './body-timeout.ts';
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
    400: errorMessages.brokenRequest,
    408: errorMessages.tookTooLong,
    413: errorMessages.tooLarge,
    415: errorMessages.notJson,
  };
  return new HttpError(statusCode, messages[statusCode] ?? errorMessages.brokenRequest);
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
