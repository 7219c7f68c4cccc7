/** Several units of a venue are changed, each in a transaction of its own. */
import type { EndpointBody, EndpointResponse } from '../../contract/endpoints.ts';
import { unitMessages } from '../../rules/units/unit-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { type AuditContext, requirePermission } from '../shared/require.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { endMaintenance, startMaintenance } from './contact/unit-maintenance.ts';
import { unitName } from './unit-access.ts';
import { listUnitBasics, type UnitBasics } from './units.queries.ts';
import { updateUnit } from './units.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;
type Requested = EndpointBody<'updateUnits'>;
type Changed = EndpointResponse<'updateUnits'>['units'][number];

/**
 * Pauses units for maintenance, ends that, or changes fields of them. Throws 404 unless all of them are units of the
 * venue, and a field error for one that is named twice.
 */
export async function updateUnits(
  deps: Deps,
  venue: VenueRow,
  { units: named, ...change }: Requested,
  by: AuditContext,
): Promise<Changed[]> {
  if (change.changes) requirePermission(by.actor, 'units.write');
  const all = await listUnitBasics(deps.db, venue.id);
  const chosen = named.map((text) => findNamed(all, text));
  if (new Set(chosen).size < chosen.length) throw fieldError({ units: unitMessages.namedTwice });
  const results: Changed[] = [];
  for (const unit of chosen) results.push(await changeUnit(deps, unit, change, by));
  return results;
}

function findNamed(units: readonly UnitBasics[], text: string): UnitBasics {
  const name = unitName(text);
  const found = units.find((unit) =>
    'id' in name ? unit.id === name.id : unit.unit_number === name.unitNumber,
  );
  if (!found) throw notFound('unit');
  return found;
}

async function changeUnit(
  deps: Deps,
  unit: UnitBasics,
  { maintenance, changes }: Omit<Requested, 'units'>,
  by: AuditContext,
): Promise<Changed> {
  const view = { unitId: unit.id, unitNumber: unit.unit_number, unitName: unit.unit_name };
  try {
    if (changes) await updateUnit(deps, unit, changes, undefined, by);
    else if (maintenance) await startMaintenance(deps, unit, maintenance, by.actor.userId);
    else await endMaintenance(deps, unit, by.actor.userId);
    return { ...view, status: 200, message: '' };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { ...view, status: error.status, message: error.message };
  }
}
