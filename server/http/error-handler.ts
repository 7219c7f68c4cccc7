/** From any failure to an answer: the status, and the shape that the call promises. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorShape } from '../../contract/call.ts';
import { problemMessages } from '../../rules/messages.ts';
import { databaseProblem, Problem, RefundProblem } from '../shared/errors.ts';

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answer(problemOf(error, request), request, reply));
  app.setNotFoundHandler((request, reply) =>
    answer(new Problem(404, problemMessages.notFound), request, reply),
  );
}

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const known = databaseProblem(error) ?? fastifyProblem(error);
  if (known) {
    request.log.warn({ err: error }, known.message);
    return known;
  }
  request.log.error({ err: error }, 'unplanned failure');
  return new Problem(500, problemMessages.internal);
}

/** What Fastify itself refuses before a handler runs: broken JSON, a body too large, an unknown media type. */
function fastifyProblem(error: unknown): Problem | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null;
  const { statusCode } = error;
  if (statusCode < 400 || statusCode >= 500) return null;
  const sentences: Record<number, string> = {
    400: problemMessages.brokenRequest,
    408: problemMessages.tookTooLong,
    413: problemMessages.tooLarge,
    415: problemMessages.notJson,
  };
  return new Problem(statusCode, sentences[statusCode] ?? problemMessages.brokenRequest);
}

function answer(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds);
  // The rest of a body that nobody reads any more would stand in the way of the next request.
  const { raw } = request;
  if (raw.readableDidRead && !raw.complete) reply.header('connection', 'close');
  const shape = request.routeOptions.config.call?.errorShape ?? 'fields';
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(wireForm(problem, shape, request.id)));
}

function wireForm(problem: Problem, shape: ErrorShape, requestId: string): unknown {
  const { fields, message } = problem;
  const error = { message, requestId };
  if (shape === 'refund') return { ...refundForm(problem), error };
  if (!fields || shape === 'message') return { error };
  return shape === 'ingredient' ? { msg: { errors: fields }, errors: fields } : fields;
}

/** What was refused was never asked for; after a failure of ours nobody knows. */
function refundForm(problem: Problem): object {
  const { status: statusCode, message } = problem;
  if (!(problem instanceof RefundProblem)) {
    return { statusCode, status: statusCode < 500 ? 'refused' : 'unknown', message };
  }
  const { state: status, drinks } = problem;
  return { statusCode, status, message, ...(drinks.length > 1 ? { drinks } : {}) };
}
