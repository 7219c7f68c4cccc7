import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { accountOf, insertAccountAudit } from './account-audit.ts';
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
      await insertAccountAudit(transaction, accountOf(actor), {
        at,
        actor,
        address,
        action: 'account.sessions_ended',
        target: `account ${actor.email}`,
        newValue: { sessions: ended },
      });
    }
    return ended;
  });
}
