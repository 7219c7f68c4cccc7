import * as endpoints from '../../contract/tokens.ts';
import { isTokenScope } from '../../rules/permissions/token-scopes.ts';
import { accessTokenOf, memberOf } from '../../rules/permissions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import { ownerOfRequest } from '../owners/owners.ts';
import type { AppDeps } from '../shared/deps.ts';
import { forbidden } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { assertNotTruncated, auditContext, requireAccount } from '../shared/require.ts';
import { listVenuesOfOwner } from '../venues/venues.queries.ts';
import { listTokens, type TokenRow } from './tokens.queries.ts';
import { createToken, revokeToken } from './tokens.ts';

export function tokenRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;

  mount(endpoints.listTokens, async ({ actor, query }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    return (await withoutTenant(() => listTokens(db, ownerId, now()))).map(tokenView);
  });

  mount(endpoints.createToken, async ({ actor, query, body, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const by = auditContext({ actor, raw });
    return withoutTenant(() => createToken(deps, ownerId, body, by));
  });

  mount(endpoints.revokeToken, async ({ actor, query, params, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const by = auditContext({ actor, raw });
    await withoutTenant(() => revokeToken(deps, ownerId, parseId(params.id, 'token'), by));
    return { revoked: true as const };
  });

  mount(endpoints.getToken, async ({ actor }) => {
    const token = accessTokenOf(actor);
    if (token === null) throw forbidden();
    const ownerId = await ownerOfRequest(deps, actor, undefined);
    const venues = await listVenuesOfOwner(db, ownerId, memberOf(actor)?.venueIds ?? null);
    return {
      name: requireAccount(actor).name,
      scopes: [...token.scopes],
      expiresAt: token.expiresAt.toISOString(),
      venues: assertNotTruncated('venues', venues).map(({ id, name }) => ({ id, name })),
    };
  });
}

const tokenView = (row: TokenRow) => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.filter(isTokenScope),
  venueIds: row.venue_ids,
  addresses: row.addresses,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
