/** Access tokens: programs of an owner use them in place of the password of a person. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { line, timeOut, venueIds } from './fields.ts';
import { actingFor } from './people.ts';
import { mostTokenDays, tokenMessages, tokenScopes } from '../rules/permissions/token-scopes.ts';

const scope = z.enum(tokenScopes, { error: tokenMessages.needsScope });

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: tokenMessages.address,
});

/** venueIds is null for all venues of the owner, also later ones; addresses are empty for any. */
const described = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  venueIds: z.array(z.string()).nullable(),
  addresses: z.array(z.string()),
  createdAt: timeOut,
  expiresAt: timeOut,
  /** To the minute; null before the first use. */
  lastUsedAt: timeOut.nullable(),
};

export const listTokens = defineEndpoint({
  method: 'GET',
  path: '/api/tokens',
  summary: 'The access tokens of an owner that work, newest first',
  permission: 'keys.manage',
  query: actingFor,
  responses: { 200: z.array(z.object(described)) },
});

export const createToken = defineEndpoint({
  method: 'POST',
  path: '/api/tokens',
  summary: 'Make an access token for a program; it is shown only in this response',
  permission: 'keys.manage',
  recent: true,
  query: actingFor,
  body: z.object({
    name: line(60, tokenMessages.needsName),
    scopes: z.array(scope).min(1, tokenMessages.needsScope).max(tokenScopes.length),
    venueIds: venueIds.default(null),
    /** Addresses and networks (CIDR) that may use it; none for any. */
    addresses: z.array(network).max(20, 'Use at most 20 addresses').default([]),
    /** Days until it expires. */
    days: z
      .int({ error: tokenMessages.days })
      .min(1, tokenMessages.days)
      .max(mostTokenDays, tokenMessages.days)
      .default(90),
  }),
  responses: { 201: z.object({ id: z.string(), token: z.string() }) },
});

export const revokeToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/tokens/{id}',
  summary: 'Revoke an access token: the program that uses it is refused from now on',
  permission: 'keys.manage',
  query: actingFor,
  responses: { 200: z.object({ revoked: z.literal(true) }) },
});

export const getToken = defineEndpoint({
  method: 'GET',
  path: '/api/tokens/current',
  summary: 'The access token of the request, with its scopes and the venues that it may use',
  access: 'token',
  permission: 'account.use',
  responses: {
    200: z.object({
      name: z.string(),
      scopes: z.array(scope),
      expiresAt: timeOut,
      venues: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
});
