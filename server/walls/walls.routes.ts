import * as endpoints from '../../contract/walls.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import { changedBy } from '../shared/require.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { createWall } from './create-wall.ts';
import { revokeWall } from './revoke-wall.ts';
import { listWalls } from './walls.queries.ts';
import { wallView } from './walls.view.ts';

export function wallRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listWalls, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return (await listWalls(deps.db, venue.id)).map(wallView);
  });

  mount(endpoints.createWall, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { wall, key } = await createWall(deps, venue.id, body, changedBy({ actor, raw }));
    return { wall: wallView(wall), link: `/wall#${key}` };
  });

  mount(endpoints.revokeWall, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    await revokeWall(deps, venue, asId(params.wallId, 'screen'), changedBy({ actor, raw }));
    return { revoked: true as const };
  });
}
