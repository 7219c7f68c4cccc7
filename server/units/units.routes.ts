import * as endpoints from '../../contract/units.ts';
import { scopeOf } from '../../rules/permissions.ts';
import { createUnit } from './create-unit.ts';
import { updateUnit } from './update-unit.ts';
import { deleteUnit } from './delete-unit.ts';
import { completeList } from '../shared/complete-list.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { changedBy } from '../shared/require-account.ts';
import { acrossVenuesOf, findInVenues, requireVenue } from '../venues/venue-access.ts';
import { requireUnit } from './unit-access.ts';
import * as queries from './units.queries.ts';
import { unitView } from './units.view.ts';

export function unitRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listUnits, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return completeList('units', await queries.listUnits(deps.db, venue.id)).map(unitView);
  });

  mount(endpoints.createUnit, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const by = changedBy({ actor, raw });
    const unit = await acrossVenuesOf(deps.db, venue.owner_id, () =>
      createUnit(
        deps,
        venue,
        { category: body.category ?? 'ROTENDER_CLASSIC', name: body.name ?? null },
        by,
      ),
    );
    return unitView(unit);
  });

  mount(endpoints.updateUnit, async ({ actor, params, body, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const by = changedBy({ actor, raw });
    return unitView(await updateUnit(deps, unit, body.unit ?? {}, body.stripeReader, by));
  });

  mount(endpoints.updateUnitDetails, async ({ actor, params, body, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const by = changedBy({ actor, raw });
    return unitView(await updateUnit(deps, unit, body, undefined, by));
  });

  mount(endpoints.deleteUnit, async ({ actor, params, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    await deleteUnit(deps, unit, changedBy({ actor, raw }));
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
