import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { accessTokenOf, type Actor } from '../../rules/permissions.ts';
import { tokenMessages, tokenRequestsPerMinute } from '../../rules/permissions/token-scopes.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';

/** Limits the requests of each access token over all processes; headers of the response describe the limit. */
export function limitTokens(pool: Pool) {
  const limit = sharedRateLimit(pool, {
    name: 'access token',
    most: tokenRequestsPerMinute,
    windowSeconds: 60,
    message: tokenMessages.tooManyRequests,
  });
  return async (actor: Actor, reply: FastifyReply): Promise<void> => {
    const token = accessTokenOf(actor);
    if (token === null) return;
    const { remaining, resetSeconds } = await limit.count(token.id);
    reply
      .header('ratelimit-limit', tokenRequestsPerMinute)
      .header('ratelimit-remaining', remaining)
      .header('ratelimit-reset', resetSeconds);
  };
}
