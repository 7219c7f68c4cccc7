import type { AccountActor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findOpenActing } from './acting.queries.ts';
import { endActing } from './end-acting.ts';

/** Ends the acting of this session for an owner. Returns false when it had ended already. */
export function stopActing(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { sessionId }: AccountActor,
  ownerId: string,
): Promise<boolean> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    const acting = await findOpenActing(transaction, sessionId, ownerId);
    if (!acting) return false;
    if (acting.expires_at > at) return endActing(transaction, acting, { at, by: 'request' });
    await endActing(transaction, acting, { at: acting.expires_at, by: 'time' });
    return false;
  });
}
