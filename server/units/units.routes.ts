import * as contactEndpoints from '../../contract/recipients.ts';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as keyEndpoints from '../../contract/units.ts';
import * as changeEndpoints from '../../contract/unit-changes.ts';
import * as endpoints from '../../contract/units.ts';
import * as ofVenuesEndpoints from '../../contract/units-of-venues.ts';
import { scopeOf } from '../../rules/permissions.ts';
import type { Mount } from '../http/mount.ts';
import { listRecipients, type RecipientRow } from '../recipients/recipients.queries.ts';
import { auditContext, assertNotTruncated } from '../shared/require.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { updateUnits } from './change-units.ts';
import { requireUnit } from './unit-access.ts';
import * as keyQueries from './unit-keys.queries.ts';
import { createUnitKey, revokeUnitKey } from './unit-keys.ts';
import * as queries from './units.queries.ts';
import { getUnit } from './units.queries.ts';
import {
  createUnit,
  deleteUnit,
  requestContactConfirmation,
  updateUnit,
  updateUnitInventory,
} from './units.ts';
import { readUnitsOfVenues } from './units-of-venues.ts';
import { unitView } from './units.view.ts';
import { requireTimezone } from '../venues/nights.ts';
import {
  acrossVenuesOf,
  findInVenues,
  requireVenue,
  requireVenuesOfOwner,
} from '../venues/venue-access.ts';

export function unitRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listUnits, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return assertNotTruncated('units', await queries.listUnits(deps.db, venue.id)).map(unitView);
  });

  mount(ofVenuesEndpoints.listUnitsOfVenues, async ({ actor, query: { ownerId, ...options } }) => {
    requireTimezone(options.timezone);
    const { venues } = await requireVenuesOfOwner(deps, actor, ownerId);
    return readUnitsOfVenues(deps, venues, options);
  });

  mount(endpoints.createUnit, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const by = auditContext({ actor, raw });
    const unit = await acrossVenuesOf(deps.db, venue.owner_id, () =>
      createUnit(
        deps,
        venue,
        {
          category: body.category ?? 'ROTENDER_CLASSIC',
          name: body.name ?? null,
          in_service_since: body.inServiceSince ?? null,
        },
        by,
      ),
    );
    return unitView(unit);
  });

  mount(endpoints.updateUnit, async ({ actor, params, body, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const by = auditContext({ actor, raw });
    return unitView(await updateUnit(deps, unit, body.unit ?? {}, body.stripeReader, by));
  });

  mount(endpoints.updateUnitDetails, async ({ actor, params, body, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const by = auditContext({ actor, raw });
    return unitView(await updateUnit(deps, unit, body, undefined, by));
  });

  mount(changeEndpoints.updateUnits, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return { units: await updateUnits(deps, venue, body, auditContext({ actor, raw })) };
  });

  mount(endpoints.deleteUnit, async ({ actor, params, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    await deleteUnit(deps, unit, auditContext({ actor, raw }));
    return { unitNumber: unit.unit_number };
  });

  mount(endpoints.getStripeReader, async ({ actor, params, query }) => {
    const unit =
      query.unitId === undefined
        ? await findInVenues(deps.db, () =>
            queries.findUnitOfReader(deps.db, params.id, scopeOf(actor)),
          )
        : await requireUnit(deps, actor, query.unitId);
    const reader = unit === null ? null : await deps.readers.findReader(params.id, unit.id);
    if (!reader) throw notFound('card reader');
    return reader;
  });
}

export function contactRoutes(mount: Mount, deps: AppDeps): void {
  mount(contactEndpoints.listContacts, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const { contacts } = await getUnit(deps.db, unit);
    const recipients = await listRecipients(deps.db, unit.owner_id, 'sms', contacts);
    return contacts.map((number) =>
      contactView(
        number,
        recipients.find(({ address }) => address === number),
      ),
    );
  });

  mount(contactEndpoints.requestContactConfirmation, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    return { number: await requestContactConfirmation(deps, unit, body.number) };
  });
}

/** @param recipient undefined for a contact that a process of an earlier version has stored */
export const contactView = (
  number: string,
  recipient: RecipientRow | undefined,
): EndpointResponse<'listContacts'>[number] => ({
  number,
  state: recipient?.state ?? 'waiting',
  requestedAt: recipient?.requested_at?.toISOString() ?? null,
  heldBack: recipient?.held_back_at != null,
});

export function unitInventoryRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.updateUnitInventory, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const { updatedInventory, expected } = body;
    return unitView(await updateUnitInventory(deps, unit, updatedInventory, expected));
  });
}

export function unitKeyRoutes(mount: Mount, deps: AppDeps): void {
  mount(keyEndpoints.listUnitKeys, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const rows = await keyQueries.listUnitKeys(deps.db, unit.id);
    return rows.map((row) => ({
      id: row.id,
      label: row.label,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    }));
  });

  mount(keyEndpoints.createUnitKey, async ({ actor, params, body, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const by = { ...auditContext({ actor, raw }), label: body?.label ?? '' };
    return acrossVenuesOf(deps.db, unit.owner_id, () => createUnitKey(deps, unit, by));
  });

  mount(keyEndpoints.revokeUnitKey, async ({ actor, params, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    await revokeUnitKey(deps, unit, parseId(params.id, 'key'), auditContext({ actor, raw }));
    return { revoked: true as const };
  });
}
