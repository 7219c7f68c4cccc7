import { actingMinutes } from '../../rules/users/acting.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { requireOwner } from '../owners/owner-access.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { ChangedBy } from '../shared/require.ts';
import { errorMessages } from '../../rules/messages.ts';
import { type ActingRow, extendActing, findOpenActing, insertActing } from './acting.queries.ts';
import { endActing } from './end-acting.ts';

/**
 * Lets the session act for an owner for an hour from now; extends it while it lasts. Throws 404 for an unknown owner,
 * and 503 when the same is requested at this moment.
 */
export async function startActing(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { ownerId, reason }: { ownerId: string; reason: string },
  { actor, address }: ChangedBy,
): Promise<ActingRow> {
  const owner = await requireOwner({ db }, ownerId);
  const at = now();
  const until = new Date(at.getTime() + actingMinutes * 60_000);
  const started: ActingRow = {
    id: newId(at),
    session_id: actor.sessionId,
    user_id: actor.userId,
    owner_id: owner.id,
    reason,
    address,
    started_at: at,
    expires_at: until,
    ended_at: null,
  };
  return db.transaction().execute(async (transaction) => {
    const before = await findOpenActing(transaction, actor.sessionId, owner.id);
    const isExtended =
      before !== null && (await extendActing(transaction, before.id, { reason, until, now: at }));
    if (before !== null && !isExtended)
      await endActing(transaction, before, { at: before.expires_at, by: 'time' });
    if (!isExtended && !(await insertActing(transaction, started)))
      throw new HttpError(503, errorMessages.collided, { retryAfterSeconds: 1 });
    await insertAudit(transaction, {
      at,
      actor,
      ownerId: owner.id,
      address,
      action: isExtended ? 'acting.extended' : 'acting.started',
      target: `owner ${owner.name}`,
      newValue: { reason, minutes: actingMinutes },
    });
    return isExtended ? { ...before, reason, expires_at: until } : started;
  });
}
