import { withoutTenant } from '../../db/tenant.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { endSessions } from './sessions.queries.ts';

/** Ends the session of an account: both of its tokens are refused from now on. Units have no session to end. */
export async function logout(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  actor: Actor,
): Promise<void> {
  if (actor.kind === 'account')
    await withoutTenant(() => endSessions(db, actor.userId, now(), { only: actor.sessionId }));
}
