import * as endpoints from '../../contract/events.ts';
import { accessTokenOf, type Actor, memberOf } from '../../rules/permissions.ts';
import { tokenMessages } from '../../rules/permissions/token-scopes.ts';
import { scopeOfEvent, type WebhookEvent, webhookEvents } from '../../rules/webhooks/webhooks.ts';
import { EncodedJson } from '../http/json.ts';
import type { Mount } from '../http/mount.ts';
import { ownerOfRequest } from '../owners/owners.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { assertNotTruncated } from '../shared/require.ts';
import { inAllVenues } from '../venues/venue-access.ts';
import { listVenuesOfOwner } from '../venues/venues.queries.ts';
import { eventViews } from './events.view.ts';
import { listEvents } from './list-events.ts';

export function eventRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;

  mount(endpoints.listEvents, async ({ actor, query }) => {
    const { ownerId: named, ...start } = query;
    const ownerId = await ownerOfRequest(deps, actor, named);
    const types = typesFor(actor);
    const venues = await listVenuesOfOwner(db, ownerId, memberOf(actor)?.venueIds ?? null);
    const venueIds = assertNotTruncated('venues', venues).map(({ id }) => id);
    const read = () => listEvents({ db, now, eventViews }, { venueIds, types }, start);
    return new EncodedJson(await inAllVenues(db, read));
  });
}

/** Types of events that this actor may read; throws 403 for a token without a scope of any. */
function typesFor(actor: Actor): readonly WebhookEvent[] {
  const token = accessTokenOf(actor);
  if (token === null) return webhookEvents;
  const types = webhookEvents.filter((type) => token.scopes.includes(scopeOfEvent[type]));
  if (types.length === 0) throw new HttpError(403, tokenMessages.needsScopeOf('sales:read'));
  return types;
}
