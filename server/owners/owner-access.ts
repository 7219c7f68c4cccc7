import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import { notFound } from '../shared/errors.ts';
import { findOwner, type OwnerRow } from './owners.queries.ts';

/** The owner an address names; 404 for an account that is none. */
export async function requireOwner({ db }: Pick<AppDeps, 'db'>, id: string): Promise<OwnerRow> {
  const owner = await findOwner(db, asId(id, 'owner'));
  if (!owner) throw notFound('owner');
  return owner;
}
