import { venueMessages } from '../../rules/messages.ts';
import { type Actor, isSuperAdmin, ownerOf } from '../../rules/permissions.ts';
import { requireOwner } from '../owners/owner-access.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, forbidden, notFound } from '../shared/errors.ts';

/** Returns the owner whose people the request is about: a super admin names them; all others have their own. */
export async function ownerOfPeople(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  named: string | undefined,
): Promise<string> {
  const own = ownerOf(actor);
  if (own !== null) {
    if (named !== undefined && named !== own) throw notFound('owner');
    return own;
  }
  if (!isSuperAdmin(actor)) throw forbidden();
  if (named === undefined) throw fieldError({ ownerId: venueMessages.noOwner });
  return (await requireOwner(deps, named)).id;
}
