/** Access tokens: made for programs of an owner, with scopes, venues and addresses, and revoked. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import { mostTokens, tokenMessages } from '../../rules/permissions/token-scopes.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import { hashSecret, newAccessToken, newId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { requireOwnVenues, venueNamesText } from '../venues/chosen-venues.ts';
import { insertToken, listTokens, revokeToken as revoke } from './tokens.queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Makes a token and returns it: only its hash is stored, so it can be shown only once. Throws 400 for venues that the
 * owner does not have, and 409 where the owner has as many tokens as one may have.
 */
export async function createToken(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  { name, scopes, venueIds, addresses, days }: EndpointBody<'createToken'>,
  by: AuditContext,
): Promise<{ id: string; token: string }> {
  const at = now();
  const made = { id: newId(at), token: newAccessToken() };
  await db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, ownerId);
    const { length } = await listTokens(transaction, ownerId, at);
    if (length >= mostTokens) throw new HttpError(409, tokenMessages.tooMany);
    const venue_ids = await requireOwnVenues(transaction, ownerId, venueIds);
    await insertToken(transaction, {
      id: made.id,
      owner_id: ownerId,
      name,
      token_hash: hashSecret(made.token),
      scopes: [...new Set(scopes)],
      venue_ids,
      addresses: [...new Set(addresses)],
      created_at: at,
      created_by: by.actor.userId,
      expires_at: new Date(at.getTime() + days * dayMs),
    });
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'token.created',
      target: `token ${name}`,
      newValue: {
        scopes: scopes.join(' '),
        venues: await venueNamesText(transaction, ownerId, venue_ids),
        days,
      },
    });
  });
  return made;
}

/** Revokes a token: requests with it are refused from now on. Throws 404 when the owner has no such token that works. */
export async function revokeToken(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  id: string,
  by: AuditContext,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (transaction) => {
    const name = await revoke(transaction, ownerId, id, at);
    if (name === null) throw notFound('token');
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'token.revoked',
      target: `token ${name}`,
    });
  });
}
