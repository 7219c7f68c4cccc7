import * as endpoints from '../../contract/venues.ts';
import { isSuperAdmin, maySeeVenueSecrets, memberOf, ownerOf } from '../../rules/permissions.ts';
import { createVenue } from './create-venue.ts';
import { updateVenue } from './update-venue.ts';
import { completeList } from '../shared/complete-list.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import type { EndpointRequest, Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { changedBy } from '../shared/require-account.ts';
import { requireVenue } from './venue-access.ts';
import { listVenuesOfOwner } from './venues.queries.ts';
import { venueView } from './venues.view.ts';

export function venueRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listVenues, async ({ actor, params }) => {
    const ownerId = asId(params.userId, 'owner');
    if (!isSuperAdmin(actor) && ownerOf(actor) !== ownerId) throw notFound('owner');
    const among = memberOf(actor)?.venueIds ?? null;
    const venues = await listVenuesOfOwner(deps.db, ownerId, among);
    return Object.fromEntries(
      completeList('venues', venues).map((row) => [
        row.id,
        venueView(row, maySeeVenueSecrets(actor)),
      ]),
    );
  });

  const respondWithVenue = async ({
    actor,
    params,
  }: EndpointRequest<typeof endpoints.getVenue | typeof endpoints.getVenueAlone>) =>
    venueView(await requireVenue(deps, actor, params.venueId), maySeeVenueSecrets(actor));
  mount(endpoints.getVenue, respondWithVenue);
  mount(endpoints.getVenueAlone, respondWithVenue);

  mount(endpoints.createVenue, async ({ actor, body, raw }) => {
    const venue = await createVenue(deps, body, changedBy({ actor, raw }));
    return venueView(venue, maySeeVenueSecrets(actor));
  });

  mount(endpoints.updateVenue, async ({ actor, params, body, raw }) => {
    const { id } = await requireVenue(deps, actor, params._id);
    const venue = await updateVenue(deps, id, body, changedBy({ actor, raw }));
    return venueView(venue, maySeeVenueSecrets(actor));
  });
}
