import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import { notFound } from '../shared/errors.ts';
import { findUnit, type UnitBasics, type UnitName } from './units.queries.ts';

/** Wherever an address names a unit, it may be by its id or its number; ids are never all digits. */
export function unitName(text: string): UnitName {
  return /^\d{1,9}$/.test(text) ? { unitNumber: Number(text) } : { id: asId(text, 'unit') };
}

/** The unit an address names, if its venue is within the actor's reach; else 404, as if it were not there. */
export async function requireUnit(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  text: string,
): Promise<UnitBasics> {
  const unit = await findUnit(db, unitName(text), scopeOf(actor));
  if (!unit) throw notFound('unit');
  return unit;
}
