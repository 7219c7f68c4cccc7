import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import { notFound } from '../shared/errors.ts';
import { findOwner, type OwnerRow } from './owners.queries.ts';

/** Returns the owner named in the URL; throws 404 for an account that is not an owner. */
export async function requireOwner({ db }: Pick<AppDeps, 'db'>, id: string): Promise<OwnerRow> {
  const owner = await findOwner(db, asId(id, 'owner'));
  if (!owner) throw notFound('owner');
  return owner;
}
