/**
 * Mounts a contract endpoint with its handler: authenticates, authorises, validates, sets the tenant scope, strips
 * undeclared fields.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { z } from 'zod';
import type {
  ResponseOf,
  BodyOf,
  Endpoint,
  HeadersOf,
  ParamsOf,
  QueryOf,
} from '../../contract/endpoint.ts';
import { type Tenant, withTenant } from '../../db/tenant.ts';
import { orderMessages, errorMessages, sessionMessages } from '../../rules/messages.ts';
import { type Actor, mayRequest, scopeOf, type Scope } from '../../rules/permissions.ts';
import { rejectCrossSite } from './csrf-guard.ts';
import { fieldError, forbidden, notFound, HttpError } from '../shared/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** Resolves the Authorization header to the actor; throws 401 for an invalid token. */
    authenticate(authorization: string | undefined): Promise<Actor>;
  }
  interface FastifyRequest {
    actor: Actor;
  }
}

/** Parsed and authorised request, as passed to a handler. */
export interface EndpointRequest<C extends Endpoint> {
  actor: Actor;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  headers: HeadersOf<C>;
  body: BodyOf<C>;
  raw: FastifyRequest;
  reply: FastifyReply;
}

export type HandlerResult<C extends Endpoint> = C extends { responseType: 'csv' }
  ? Readable
  : ResponseOf<C>;

export type Mount = <C extends Endpoint>(
  endpoint: C,
  handle: (request: EndpointRequest<C>) => Promise<HandlerResult<C>>,
) => void;

/**
 * Concurrency limit for reads, in order of arrival: under overload every read gets a response, instead of all of them
 * waiting half done for a connection until they time out. Writes, which may wait for external services, are not
 * limited.
 */
const readLimit = pLimit(32);

export function mountOn(app: FastifyInstance): Mount {
  return (endpoint, handle) => {
    const isRead = endpoint.method === 'GET' && !endpoint.guarded;
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => (isRead ? readLimit(work) : work());
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      // A HEAD would run the same handler, and so make the same changes.
      exposeHeadRoute: endpoint.method === 'GET' && !endpoint.guarded,
      onRequest: async (request) => {
        if (endpoint.guarded) rejectCrossSite(request.headers);
        request.actor = await inTurn(() => app.authenticate(request.headers.authorization));
        authorise(endpoint, request.actor);
      },
      handler: async (request, reply) => {
        const parsed = parse(endpoint, request);
        const { actor } = request;
        const response = await inTurn(() =>
          withTenant(rowsOf(scopeOf(actor)), () =>
            handle({ ...parsed, actor, raw: request, reply }),
          ),
        );
        if (endpoint.responseType === 'csv') return reply.send(response);
        return send(endpoint, response, request, reply);
      },
    });
  };
}

/** Rows visible to this requester in the database, whatever the query says (row-level security). */
function rowsOf(scope: Scope): Tenant | null {
  if (scope.to === 'everything') return null;
  if (scope.to === 'owner') return scope;
  return { ownerId: null, venueIds: scope.to === 'unit' ? [scope.venueId] : [] };
}

function authorise(endpoint: Endpoint, actor: Actor): void {
  const verdict = mayRequest(endpoint.access, actor);
  if (verdict === 'yes') return;
  if (verdict === 'no') throw forbidden();
  throw new HttpError(
    401,
    endpoint.access === 'unit' ? orderMessages.unknownUnit : sessionMessages.pleaseLogIn,
  );
}

type Parsed<C extends Endpoint> = Pick<EndpointRequest<C>, 'params' | 'query' | 'headers' | 'body'>;

function parse<C extends Endpoint>(endpoint: C, request: FastifyRequest): Parsed<C> {
  const params = endpoint.params?.safeParse(request.params);
  if (params && !params.success) throw notFound('thing');
  const headers = checked(endpoint.headers, request.headers);
  const query = checked(endpoint.query, request.query);
  const readByRoute = endpoint.bodyType === 'multipart' || endpoint.bodyType === 'raw';
  const body = readByRoute ? undefined : checked(endpoint.body, request.body ?? undefined);
  // The schemas are those of the endpoint, so their output has the type that the handler expects.
  return { params: params?.data, headers, query, body } as Parsed<C>;
}

function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = parsedBy(schema, value);
  if (!result.success) throw fieldError(fieldsOf(result.error));
  return result.data;
}

/** Zod checks the length of non-strings as well, and a client can send an object whose length is not comparable. */
function parsedBy(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof TypeError && error.message.includes('to primitive value'))) throw error;
    throw new HttpError(400, errorMessages.brokenRequest);
  }
}

/** First message per field, with fields named by their path: `drinks.0.quantity`. */
function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body';
    fields[field] ??= issue.message;
  }
  return fields;
}

function send(
  endpoint: Endpoint,
  response: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const statuses = Object.keys(endpoint.responses).map(Number);
  if (reply.statusCode === 200 && !statuses.includes(200)) reply.code(statuses[0] ?? 200);
  const schema = endpoint.responses[reply.statusCode];
  if (!schema)
    throw new Error(
      `${endpoint.method} ${endpoint.path} does not describe status ${reply.statusCode}`,
    );
  const text = JSON.stringify(z.encode(schema, response));
  if (endpoint.revalidates) {
    const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Returns true if If-None-Match contains this ETag; a compressing proxy may have weakened it. */
const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
