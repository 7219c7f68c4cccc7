import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Actor } from '../../rules/permissions.ts';
import { dependsOnAccount } from '../shared/require.ts';
import { HttpError } from '../shared/errors.ts';

/** True for an endpoint that a client with a token which is invalid or has expired may use like one without. */
const ignoresInvalidToken = (endpoint: Endpoint): boolean =>
  endpoint.access === 'anyone' && !dependsOnAccount(endpoint);

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
