import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { type Actor, scopeOf } from '../../rules/permissions.ts';
import { unitInMessage } from '../../rules/units/unit-names.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import {
  findUnit,
  type LockedUnit,
  lockUnit,
  type UnitBasics,
  type UnitName,
} from './units.queries.ts';
import { findInVenues } from '../venues/venue-access.ts';

/** Parses a unit reference from a URL: its id or its number; ids are never all digits. */
export function unitName(text: string): UnitName {
  return /^\d{1,9}$/.test(text) ? { unitNumber: Number(text) } : { id: parseId(text, 'unit') };
}

/** Returns the referenced unit if its venue is in the actor's scope; otherwise throws 404, as for a missing one. */
export async function requireUnit(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  text: string,
  { alsoDeleted = false } = {},
): Promise<UnitBasics> {
  const name = unitName(text);
  const unit = await findInVenues(db, () => findUnit(db, name, scopeOf(actor), { alsoDeleted }));
  if (!unit) throw notFound('unit');
  return unit;
}

/**
 * Returns the id of the referenced unit of the venue, or null for all of its units: without a reference, or for "all".
 * What a deleted unit has sold can still be read.
 */
export async function requireUnitOf(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  venueId: string,
  text: string | undefined,
): Promise<string | null> {
  if (text === undefined || text === 'all') return null;
  const unit = await requireUnit(deps, actor, text, { alsoDeleted: true });
  if (unit.venue_id !== venueId) throw notFound('unit');
  return unit.id;
}

/** Returns the unit, locked until the transaction ends. Throws 404 when it is deleted. */
export async function lockLiveUnit(transaction: Tx, ref: UnitRef): Promise<LockedUnit> {
  const unit = await lockUnit(transaction, ref);
  if (unit.deleted_at !== null) throw notFound('unit');
  return unit;
}

/** A unit as the target of an audit entry, with the name that it has now: `unit 1001 (Rooftop left)`. */
export const unitTarget = (unit: { unit_number: number; unit_name: string | null }): string =>
  unitInMessage({ unitNumber: unit.unit_number, name: unit.unit_name });
