import { type Actor, isSuperAdmin } from '../../rules/permissions.ts';
import { actingEndedCode, actingMessages } from '../../rules/users/acting.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';
import { type ActingRow, findOpenActing } from './acting.queries.ts';
import { endActing } from './end-acting.ts';

/**
 * Throws 403 for a request that names the owner it acts for (`X-Acting-For`) unless its session acts for that owner.
 * The first request after the time is over writes the end to the audit log.
 */
export async function requireActing(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  actor: Actor,
  ownerId: string | string[] | undefined,
): Promise<void> {
  if (ownerId === undefined) return;
  if (actor.kind !== 'account' || !isSuperAdmin(actor))
    throw new HttpError(403, actingMessages.onlySuperAdmins);
  const acting = await findNamed(db, actor.sessionId, ownerId);
  if (acting !== null && acting.expires_at > now()) return;
  if (acting !== null) {
    await db
      .transaction()
      .execute((transaction) =>
        endActing(transaction, acting, { at: acting.expires_at, by: 'time' }),
      );
  }
  throw new HttpError(403, actingMessages.ended, { code: actingEndedCode });
}

async function findNamed(
  db: AppDeps['db'],
  sessionId: string,
  named: string | string[],
): Promise<ActingRow | null> {
  const [ownerId] = validIds([named].flat());
  return ownerId === undefined ? null : findOpenActing(db, sessionId, ownerId);
}
