import type { IncomingHttpHeaders } from 'node:http';
import { actingHeader, previewHeader } from '../../contract/headers.ts';
import { type AccountActor, type Actor, isSuperAdmin, ownerOf } from '../../rules/permissions.ts';
import { previewMessages, readPreview } from '../../rules/permissions/preview.ts';
import { refusedTo } from '../../rules/permissions/refusal.ts';
import { findRoleSettings, memberAs, roleSettingsOf } from '../memberships/memberships.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';
import { ownsVenue } from './people.queries.ts';

/**
 * Returns the actor of a request, or, with the header of a preview, a member of the owner's staff in its role, who may
 * change nothing. The permissions of such a member are made as those of a real one. Throws 403 for those who may not
 * manage people, 400 for an unknown role and 404 for a venue of another owner.
 */
export async function previewedActor(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  headers: IncomingHttpHeaders,
): Promise<Actor> {
  const text = headers[previewHeader];
  if (text === undefined) return actor;
  const { account, ownerId } = previewer(actor, headers);
  const as = readPreview(String(text));
  if (as === null) throw new HttpError(400, previewMessages.unknown);
  const venueIds = as.venueId === null ? null : validIds([as.venueId]);
  if (venueIds !== null && !(await ownsVenue(db, ownerId, venueIds[0]))) throw notFound('venue');
  const settings = roleSettingsOf(await findRoleSettings(db, ownerId));
  const member = memberAs({ ownerId, role: as.role, venueIds }, settings);
  return { ...account, accountType: 'staff', member, isPreview: true };
}

/** The account of the actor, and the owner that a super admin acts for, or whose people the actor manages. */
function previewer(
  actor: Actor,
  headers: IncomingHttpHeaders,
): { account: AccountActor; ownerId: string } {
  const acted = headers[actingHeader];
  const ownerId = isSuperAdmin(actor) ? (typeof acted === 'string' ? acted : null) : ownerOf(actor);
  if (actor.kind !== 'account' || ownerId === null || refusedTo(actor, 'people.manage') !== null)
    throw new HttpError(403, previewMessages.notAllowed);
  return { account: actor, ownerId };
}
