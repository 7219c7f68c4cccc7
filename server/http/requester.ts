import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { listOrders } from '../../contract/orders.ts';
import { acceptInvitation } from '../../contract/people.ts';
import type { Actor } from '../../rules/permissions.ts';
import { HttpError } from '../shared/errors.ts';

/**
 * Public endpoints that respond to nobody with something else than an account asked for: the orders of all venues instead
 * of its own, or a request for the password that a session replaces.
 */
const dependingOnAccount: ReadonlySet<Endpoint> = new Set<Endpoint>([listOrders, acceptInvitation]);

/** True for an endpoint that a client with a token which is invalid or has expired may use like one without. */
const ignoresInvalidToken = (endpoint: Endpoint): boolean =>
  endpoint.access === 'anyone' && !dependingOnAccount.has(endpoint);

/** Returns the actor of the request; throws 401 for an invalid token where the endpoint may need an account. */
export async function requesterOf(
  app: FastifyInstance,
  endpoint: Endpoint,
  { headers }: FastifyRequest,
): Promise<Actor> {
  try {
    return await app.authenticate(headers);
  } catch (error) {
    const isInvalid = error instanceof HttpError && error.status === 401;
    if (isInvalid && ignoresInvalidToken(endpoint)) return { kind: 'anonymous' };
    throw error;
  }
}
