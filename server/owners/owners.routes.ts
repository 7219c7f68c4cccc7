import * as endpoints from '../../contract/owners.ts';
import { requireOwner, updateOwner } from './owners.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { auditContext } from '../shared/require.ts';
import * as queries from './owners.queries.ts';
import { readQuotas, searchOwners } from './owners.queries.ts';

export function ownerRoutes(mount: Mount, deps: AppDeps): void {
  const { db } = deps;
  mount(endpoints.listOwners, async ({ query: { search, pagination } }) => {
    const { owners, total } = search
      ? await searchOwners(db, search, pagination)
      : await queries.listOwners(db, pagination);
    return { owners, pagination: { ...pagination, total } };
  });

  mount(endpoints.getOwner, async ({ params }) => {
    const owner = await requireOwner(deps, params.id);
    return { ...owner, ...(await readQuotas(db, owner.id)) };
  });

  mount(endpoints.updateOwner, ({ actor, params, body, raw }) => {
    const by = auditContext({ actor, raw });
    return updateOwner(deps, parseId(params.id, 'owner'), body, by);
  });
}
