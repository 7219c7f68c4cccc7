import {
  createUnit,
  deleteUnit,
  getStripeReader,
  listUnits,
  updateUnit,
  updateUnitDetails,
} from '../../contract/units.ts';
import { reachOf } from '../../rules/permissions.ts';
import { addUnit } from './create-unit.ts';
import { changeUnit } from './update-unit.ts';
import { removeUnit } from './delete-unit.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { changedBy } from '../shared/require-account.ts';
import { reachVenue } from '../venues/venue-access.ts';
import { reachUnit } from './unit-access.ts';
import * as queries from './units.queries.ts';
import { unitView } from './units.view.ts';

export function unitRoutes(mount: Mount, deps: AppDeps): void {
  mount(listUnits, async ({ actor, params }) => {
    const venue = await reachVenue(deps, actor, params.venueId);
    return (await queries.listUnits(deps.db, venue.id)).map(unitView);
  });

  mount(createUnit, async ({ actor, params, body, raw }) => {
    const venue = await reachVenue(deps, actor, params.venueId);
    const by = changedBy({ actor, raw });
    return unitView(await addUnit(deps, venue, body.category ?? 'ROTENDER_CLASSIC', by));
  });

  mount(updateUnit, async ({ actor, params, body, raw }) => {
    const unit = await reachUnit(deps, actor, params.unitNumber);
    const by = changedBy({ actor, raw });
    return unitView(await changeUnit(deps, unit, body.unit ?? {}, body.stripeReader, by));
  });

  mount(updateUnitDetails, async ({ actor, params, body, raw }) => {
    const unit = await reachUnit(deps, actor, params.unitNumber);
    const by = changedBy({ actor, raw });
    return unitView(await changeUnit(deps, unit, body, undefined, by));
  });

  mount(deleteUnit, async ({ actor, params, raw }) => {
    const unit = await reachUnit(deps, actor, params.unitNumber);
    await removeUnit(deps, unit, changedBy({ actor, raw }));
    return { unitNumber: unit.unit_number };
  });

  mount(getStripeReader, async ({ actor, params, query }) => {
    const unitId =
      query.unitId === undefined
        ? await queries.findUnitOfReader(deps.db, params.id, reachOf(actor))
        : (await reachUnit(deps, actor, query.unitId)).id;
    const reader = unitId === null ? null : await deps.readers.findReader(params.id, unitId);
    if (!reader) throw notFound('card reader');
    return reader;
  });
}
