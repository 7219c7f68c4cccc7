import {
  createVenue,
  getVenue,
  getVenueAlone,
  listVenues,
  updateVenue,
} from '../../contract/venues.ts';
import { isSuperAdmin, maySeeVenueSecrets } from '../../rules/permissions.ts';
import { addVenue } from './create-venue.ts';
import { changeVenue } from './update-venue.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import type { CallRequest, Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { changedBy } from '../shared/require-account.ts';
import { reachVenue } from './venue-access.ts';
import { listVenuesOfOwner } from './venues.queries.ts';
import { venueView } from './venues.view.ts';

export function venueRoutes(mount: Mount, deps: AppDeps): void {
  mount(listVenues, async ({ actor, params }) => {
    const ownerId = asId(params.userId, 'owner');
    if (actor.kind !== 'account' || (!isSuperAdmin(actor) && actor.userId !== ownerId))
      throw notFound('owner');
    const venues = await listVenuesOfOwner(deps.db, ownerId);
    return Object.fromEntries(
      venues.map((row) => [row.id, venueView(row, maySeeVenueSecrets(actor))]),
    );
  });

  const answerVenue = async ({
    actor,
    params,
  }: CallRequest<typeof getVenue | typeof getVenueAlone>) =>
    venueView(await reachVenue(deps, actor, params.venueId), maySeeVenueSecrets(actor));
  mount(getVenue, answerVenue);
  mount(getVenueAlone, answerVenue);

  mount(createVenue, async ({ actor, body, raw }) => {
    const venue = await addVenue(deps, body, changedBy({ actor, raw }));
    return venueView(venue, maySeeVenueSecrets(actor));
  });

  mount(updateVenue, async ({ actor, params, body, raw }) => {
    const { id } = await reachVenue(deps, actor, params._id);
    const venue = await changeVenue(deps, id, body, changedBy({ actor, raw }));
    return venueView(venue, maySeeVenueSecrets(actor));
  });
}
