import * as nightEndpoints from '../../contract/nights.ts';
import * as endpoints from '../../contract/venues.ts';
import { dateMessages } from '../../lib/time-in-zone.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { nightMessages } from '../../rules/nights/night-messages.ts';
import { countDays, nightsOf } from '../../rules/nights/nights.ts';
import { isSuperAdmin, maySeeVenueSecrets, memberOf, ownerOf } from '../../rules/permissions.ts';
import type { EndpointRequest, Mount } from '../http/mount.ts';
import { auditContext, assertNotTruncated } from '../shared/require.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { findNightRules, listHours, listNightRows } from './nights.queries.ts';
import { getClock, updateClock, updateHours, updateNight } from './nights.ts';
import { clockOfVenueView, hoursView, nightView } from './nights.view.ts';
import { requireVenue } from './venue-access.ts';
import { listVenuesOfOwner } from './venues.queries.ts';
import { createVenue, updateVenue } from './venues.ts';
import { venueView } from './venues.view.ts';

export function venueRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listVenues, async ({ actor, params }) => {
    const ownerId = parseId(params.userId, 'owner');
    if (!isSuperAdmin(actor) && ownerOf(actor) !== ownerId) throw notFound('owner');
    const among = memberOf(actor)?.venueIds ?? null;
    const venues = await listVenuesOfOwner(deps.db, ownerId, among);
    return Object.fromEntries(
      assertNotTruncated('venues', venues).map((row) => [
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
    const venue = await createVenue(deps, body, auditContext({ actor, raw }));
    return venueView(venue, maySeeVenueSecrets(actor));
  });

  mount(endpoints.updateVenue, async ({ actor, params, body, raw }) => {
    const { id } = await requireVenue(deps, actor, params._id);
    const venue = await updateVenue(deps, id, body, auditContext({ actor, raw }));
    return venueView(venue, maySeeVenueSecrets(actor));
  });
}

const mostNights = 4000;

export function nightRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;

  mount(nightEndpoints.getClock, async ({ actor, params, query: { timezone } }) => {
    if (timezone !== undefined && !isTimezone(timezone))
      throw fieldError({ timezone: dateMessages.unknownTimezone });
    const { id } = await requireVenue(deps, actor, params.venueId);
    return clockOfVenueView(await getClock(deps, id, timezone));
  });

  mount(nightEndpoints.updateClock, async ({ actor, params, body, raw }) => {
    const { id } = await requireVenue(deps, actor, params.venueId);
    await updateClock(deps, id, body, auditContext({ actor, raw }));
    return clockOfVenueView(await getClock(deps, id, body.timezone));
  });

  mount(nightEndpoints.getHours, async ({ actor, params }) => {
    const { id } = await requireVenue(deps, actor, params.venueId);
    return hoursView(await listHours(db, id));
  });

  mount(nightEndpoints.updateHours, async ({ actor, params, body, raw }) => {
    const { id } = await requireVenue(deps, actor, params.venueId);
    return hoursView(await updateHours(deps, id, body, auditContext({ actor, raw })));
  });

  mount(nightEndpoints.listNights, async ({ actor, params, query: { from, to } }) => {
    const { id } = await requireVenue(deps, actor, params.venueId);
    if (countDays(from, to) > mostNights) throw fieldError({ to: nightMessages.tooManyNights });
    const [rules, changed] = await Promise.all([
      findNightRules(db, id),
      listNightRows(db, id, from, to),
    ]);
    if (!rules) return [];
    const byDay = new Map(changed.map((row) => [row.day, row]));
    const nowMs = now().getTime();
    return nightsOf(rules, from, to).map((night) => nightView(night, byDay.get(night.day), nowMs));
  });

  mount(nightEndpoints.updateNight, async ({ actor, params, body, raw }) => {
    const { id } = await requireVenue(deps, actor, params.venueId);
    const by = auditContext({ actor, raw });
    const { night, row } = await updateNight(deps, id, params.day, body, by);
    return nightView(night, row, now().getTime());
  });
}
