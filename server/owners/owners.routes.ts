import { getOwner, listOwners, updateOwner } from '../../contract/owners.ts';
import { changeOwner } from './update-owner.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { changedBy } from '../shared/require-account.ts';
import * as queries from './owners.queries.ts';
import { reachOwner } from './reach-owner.ts';

export function ownerRoutes(mount: Mount, deps: AppDeps): void {
  const { db } = deps;
  mount(listOwners, async ({ query: { pagination } }) => {
    const [owners, total] = await Promise.all([
      queries.listOwners(db, pagination),
      queries.countOwners(db),
    ]);
    return { owners, pagination: { ...pagination, total } };
  });

  mount(getOwner, ({ params }) => reachOwner(deps, params.id));

  mount(updateOwner, ({ actor, params, body, raw }) => {
    const by = changedBy({ actor, raw });
    return changeOwner(deps, asId(params.id, 'owner'), body, by);
  });
}
