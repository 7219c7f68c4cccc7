import { ownerOf } from '../../rules/permissions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { endSessions } from './sessions.queries.ts';

/** Ends the sessions of the account other than the one of the request. Returns their number. */
export function endOtherSessions(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { actor, address }: ChangedBy,
): Promise<number> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    const ended = await endSessions(transaction, actor.userId, at, { except: actor.sessionId });
    if (ended > 0) {
      await insertAudit(transaction, {
        at,
        actor,
        ownerId: ownerOf(actor),
        address,
        action: 'account.sessions_ended',
        target: `account ${actor.email}`,
        newValue: { sessions: ended },
      });
    }
    return ended;
  });
}
