import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as endpoints from '../../contract/venues.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { listWalls, type WallRow } from './walls.queries.ts';
import { createWall, revokeWall } from './walls.ts';

export function wallRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listWalls, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return (await listWalls(deps.db, venue.id)).map(wallView);
  });

  mount(endpoints.createWall, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { wall, key } = await createWall(deps, venue.id, body, auditContext({ actor, raw }));
    return { wall: wallView(wall), link: `/wall#${key}` };
  });

  mount(endpoints.revokeWall, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    await revokeWall(deps, venue, parseId(params.wallId, 'screen'), auditContext({ actor, raw }));
    return { revoked: true as const };
  });
}

export const wallView = (row: WallRow): EndpointResponse<'listWalls'>[number] => ({
  id: row.id,
  label: row.label,
  hideMoney: row.hide_money,
  createdAt: row.created_at.toISOString(),
  createdBy: row.name === null ? null : personName({ ...row, name: row.name }),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
});
