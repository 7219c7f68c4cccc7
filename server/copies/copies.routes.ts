import * as contract from '../../contract/copies.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { groupBy } from '../../lib/lists.ts';
import { scopeOf } from '../../rules/permissions.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { inAllVenues, requireVenue } from '../venues/venue-access.ts';
import { type ListedCopy, listCopies, listCopyIds } from './copies.queries.ts';
import { copySetup, undoCopy } from './copies.ts';

export function copyRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.copySetup, ({ actor, body, raw }) =>
    copySetup(deps, body, auditContext({ actor, raw })),
  );

  mount(contract.listCopies, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const ids = await listCopyIds(deps.db, venue.id, deps.now());
    const rows = await inAllVenues(deps.db, () => listCopies(deps.db, ids, scopeOf(actor)));
    return [...groupBy(rows, ({ id }) => id).values()].map(copyView);
  });

  mount(contract.undoCopy, ({ actor, params, raw }) =>
    undoCopy(deps, parseId(params.copyId, 'copy'), auditContext({ actor, raw })),
  );
}

const stateOf = ({ is_deleted, undone_at }: ListedCopy) =>
  undone_at !== null ? 'undone' : is_deleted ? 'deleted' : 'copied';

function copyView(units: readonly ListedCopy[]): ResponseOf<Endpoints['listCopies']>[number] {
  const [first] = units;
  if (!first) throw new Error('A copy has no unit');
  return {
    id: first.id,
    at: first.made_at.toISOString(),
    person: first.person,
    from: first.source,
    units: units.map((unit) => ({
      unitId: unit.unit_id,
      unitNumber: unit.unit_number,
      unitName: unit.unit_name,
      venueName: unit.venue_name,
      state: stateOf(unit),
    })),
  };
}
