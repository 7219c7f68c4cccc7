/**
 * Mounts a contract endpoint with its handler: authenticates, authorises, validates, sets the tenant scope, strips
 * undeclared fields.
 */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import type { z } from 'zod';
import { encodeJson } from '../../contract/money.ts';
import type {
  BodyOf,
  Endpoint,
  HeadersOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '../../contract/endpoint.ts';
import { writtenHeader } from '../../contract/headers.ts';
import { createOrder } from '../../contract/orders.ts';
import { getSettings } from '../../contract/settings.ts';
import {
  type PoolPriority,
  type Share,
  shareOfChanges,
  withPriority,
} from '../../db/pool/lanes.ts';
import { type LogPosition, positionText, readPosition } from '../../db/pool/replica.ts';
import type { ReadRouter, Reads } from '../../db/pool/reads.ts';
import { withoutTenant, withTenant } from '../../db/tenant.ts';
import { refusalMessages, orderMessages } from '../../rules/messages.ts';
import {
  accessTokenOf,
  type Actor,
  maySeeMoney,
  type Scope,
  scopeOf,
} from '../../rules/permissions.ts';
import { refundMessages } from '../../rules/refunds/refund-messages.ts';
import { authorise, mayChange, usedBy, withoutAccount } from './authorise.ts';
import { fieldMessage } from './field-messages.ts';
import { EncodedJson, JsonStream } from './json.ts';
import { fieldError, forbidden, HttpError, notFound } from '../shared/errors.ts';
import { etagOf } from '../shared/etag.ts';
import { EventStream } from '../shared/event-stream.ts';
import { dependsOnAccount } from '../shared/require.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** Resolves the headers of a request to its actor; throws 401 for an invalid token. */
    authenticate(headers: IncomingHttpHeaders, address: string): Promise<Actor>;
    /** Counts a request of an access token and describes its limit in headers; throws 429 above it. */
    limitTokens(actor: Actor, reply: FastifyReply): Promise<void>;
    readRouter: ReadRouter;
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
  /** For data that may be a moment old; everything else is read from the database of the app. */
  reads: Reads;
  raw: FastifyRequest;
  reply: FastifyReply;
}

type HandlerResult<C extends Endpoint> = C extends { responseType: 'csv' | 'file' }
  ? Readable
  : ResponseOf<C> | JsonStream | EventStream | EncodedJson;

const json = 'application/json; charset=utf-8';
export const eventStreamType = 'text/event-stream; charset=utf-8';

/** Receives the error of an authorised request, before its response is sent, which does not depend on it. */
export type OnRefused = (error: HttpError, request: FastifyRequest) => Promise<void>;

export type Mount = <C extends Endpoint>(
  endpoint: C,
  handle: (request: EndpointRequest<C>) => Promise<HandlerResult<C>>,
  onRefused?: OnRefused,
) => void;

/** Sales are stored also while all other connections are in use. */
const laneOf = (endpoint: Endpoint): PoolPriority =>
  endpoint === createOrder ? 'orders' : 'requests';

export function mountOn(app: FastifyInstance): Mount {
  return (endpoint, handle, onRefused) => {
    const lane = laneOf(endpoint);
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      // A HEAD would run the same handler, and so make the same changes.
      exposeHeadRoute: endpoint.method === 'GET' && !endpoint.guarded,
      onRequest: async (request, reply) => {
        if (endpoint.guarded) rejectCrossSite(request.headers);
        const admit = () =>
          withoutTenant(async () => {
            request.actor = await requesterOf(app, endpoint, request);
            authorise(endpoint, request.actor);
            await app.limitTokens(request.actor, reply);
          });
        // When a key was last used may be lost with the primary; so a request that only reads waits for no standby.
        await withPriority(lane, [shareOfSender(request)], admit, 'local');
      },
      handler: async (request, reply) => {
        const actor = usedBy(endpoint, request.actor);
        const shares = sharesOf(actor, request, endpoint);
        const reads = app.readRouter.after(positionToSee(request));
        const respond = async () => {
          const parsed = parse(endpoint, request);
          return withPriority(lane, shares, async () => {
            try {
              return await within(scopeOf(actor), () =>
                handle({ ...parsed, actor, reads, raw: request, reply }),
              );
            } finally {
              // A request that failed may have changed something, such as a refund that was declined.
              if (mayWrite(endpoint, actor))
                await withoutTenant(() => setWrittenHeader(app.readRouter, reply));
            }
          });
        };
        const response = await respond().catch(async (error: unknown) => {
          if (actor !== request.actor) throw withoutAccount(error);
          if (onRefused && error instanceof HttpError)
            await withPriority(lane, shares, () =>
              within(scopeOf(actor), () => onRefused(error, request)),
            ).catch((failure: unknown) =>
              request.log.error({ err: failure }, 'a refused request was not recorded'),
            );
          throw error;
        });
        // Streams are sent as they are, with their amounts.
        if (!isEncoded(endpoint, response) && !maySeeMoney(actor)) throw forbidden();
        if (isFile(endpoint)) return reply.send(response);
        if (response instanceof EventStream) return sendEvents(reply, response);
        if (response instanceof EncodedJson) return reply.type(json).send(response.text);
        if (response instanceof JsonStream) return reply.type(json).send(response.text);
        return send(endpoint, response, request, reply);
      },
    });
  };
}

/** Runs `work` with the rows visible to this requester in the database, whatever the query says. */
function within<T>(scope: Scope, work: () => T): T {
  if (scope.to === 'everything') return withoutTenant(work);
  if (scope.to === 'owner') {
    const { ownerId, venueIds: limitedTo } = scope;
    const rows = { ownerId, venueIds: [] };
    return withTenant(limitedTo === null ? rows : { ...rows, limitedTo }, work);
  }
  if (scope.to === 'nothing') return withTenant({ ownerId: null, venueIds: [] }, work);
  return withTenant({ ownerId: null, venueIds: [scope.venueId], termsOf: scope.ownerId }, work);
}

/** Connections that one client can hold at once: one that sends many requests waits for itself, not others for it. */
const mostOfOne = 3;
/** Sales of a unit are stored one after the other, so more would only wait for each other. */
const mostOfUnit = 2;
const mostOfVenue = 4;

/** Before the sender is known, clients are distinguished by their token, and those without one by address. */
const shareOfSender = ({ headers, ip }: FastifyRequest): Share =>
  shareOf(headers.authorization ?? ip);

function shareOf(tokenOrAddress: string): Share {
  const sender = hash('sha256', tokenOrAddress, 'base64');
  return { key: `sender ${sender}`, most: mostOfOne };
}

function sharesOf(actor: Actor, request: FastifyRequest, endpoint: Endpoint): Share[] {
  const ofSender = sharesOfSender(actor, request);
  const isOrder = laneOf(endpoint) === 'orders';
  return isOrder || !mayChange(endpoint) ? ofSender : [...ofSender, shareOfChanges];
}

function sharesOfSender(actor: Actor, request: FastifyRequest): Share[] {
  const token = accessTokenOf(actor);
  if (token !== null) return [{ key: `token ${token.id}`, most: mostOfOne }];
  if (actor.kind === 'account') return [{ key: `account ${actor.userId}`, most: mostOfOne }];
  // By address, whatever token was sent and ignored.
  if (actor.kind === 'anonymous') return [shareOf(request.ip)];
  if (actor.kind === 'wall') return [{ key: `wall ${actor.wallId}`, most: mostOfOne }];
  return [
    { key: `unit ${actor.unitId}`, most: mostOfUnit },
    { key: `venue ${actor.venueId}`, most: mostOfVenue },
  ];
}

/** Streams of events, and JSON that is encoded already, have no amounts for those who may not see them. */
const isEncoded = (endpoint: Endpoint, response: unknown): boolean =>
  !isFile(endpoint) && !(response instanceof JsonStream);

const isFile = ({ responseType }: Endpoint): boolean =>
  responseType === 'csv' || responseType === 'file';

/** Neither stored nor changed on its way, and passed on by proxies at once. */
const sendEvents = (reply: FastifyReply, events: EventStream): FastifyReply =>
  reply
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .type(eventStreamType)
    .send(events.body);

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
    return schema.safeParse(value, { error: fieldMessage });
  } catch (error) {
    if (!(error instanceof TypeError && error.message.includes('to primitive value'))) throw error;
    throw new HttpError(400, refusalMessages.brokenRequest);
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
  const declared = endpoint.responses[reply.statusCode];
  if (!declared)
    throw new Error(
      `${endpoint.method} ${endpoint.path} does not describe status ${reply.statusCode}`,
    );
  const text = encodeJson(declared, response, maySeeMoney(request.actor));
  if (endpoint.revalidates) {
    const tag = etagOf(text);
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (fresh(request.headers, { etag: tag })) return reply.code(304).send();
  }
  return reply.type(json).send(text);
}

/**
 * True for an endpoint that a client with a token which is invalid or has expired may use like one without: among others
 * those by which it signs in again.
 */
const ignoresInvalidToken = (endpoint: Endpoint): boolean =>
  endpoint.access === 'anyone' && endpoint !== getSettings && !dependsOnAccount(endpoint);

/** Returns the actor of the request; throws 401 for an invalid token where the endpoint may need an account. */
async function requesterOf(
  app: FastifyInstance,
  endpoint: Endpoint,
  { headers, ip }: FastifyRequest,
): Promise<Actor> {
  try {
    const actor = await app.authenticate(headers, ip);
    const isDeleted = actor.kind === 'unit' && actor.isDeleted === true;
    if (isDeleted && endpoint !== createOrder) throw new HttpError(401, orderMessages.unknownUnit);
    return actor;
  } catch (error) {
    const isInvalid = error instanceof HttpError && error.status === 401;
    if (isInvalid && ignoresInvalidToken(endpoint)) return { kind: 'anonymous' };
    throw error;
  }
}

// CSRF protection of state-changing GETs: allows scripts of our own dashboard, and non-browser clients.

/**
 * Throws 403 for cross-site and browser-initiated requests: images, links, frames, prefetches (Fetch Metadata).
 * Non-browser clients send none of these headers; they need the Authorization header like all clients.
 */
function rejectCrossSite(headers: IncomingHttpHeaders): void {
  const text = (name: string): string => [headers[name] ?? ''].flat().join(',').toLowerCase();
  const isForeign = ['cross-site', 'same-site'].includes(text('sec-fetch-site'));
  const isScript = ['', 'empty'].includes(text('sec-fetch-dest'));
  const isAhead = /prefetch|prerender|preview/.test(
    ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].map(text).join(),
  );
  if (isForeign || !isScript || isAhead)
    throw new HttpError(403, refundMessages.confirmInDashboard);
}

// Read your writes: a client returns the position of its last change with each request, to whichever process.

/**
 * Position that the requester has to see; null for none. The header is not signed: with a wrong one, a client reads from
 * the primary, or what is a moment old.
 */
function positionToSee({ headers }: FastifyRequest): LogPosition | null {
  const value = headers[writtenHeader];
  return typeof value === 'string' ? readPosition(value) : null;
}

/** True for a request of a person that may change something, whether it succeeds or not. */
const mayWrite = ({ method, guarded }: Endpoint, { kind }: Actor): boolean =>
  kind === 'account' && (method !== 'GET' || guarded === true);

/** Call it after the commit. */
async function setWrittenHeader(reads: ReadRouter, reply: FastifyReply): Promise<void> {
  const position = await reads.written();
  if (position !== null) reply.header(writtenHeader, positionText(position));
}
