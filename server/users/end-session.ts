import { withoutTenant } from '../../db/tenant.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { asId } from '../shared/ids.ts';
import { endSessions } from './sessions.queries.ts';

/** Ends one session of the account. Throws 404 when it has none of this id that is valid. */
export async function endSession(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { userId }: AccountActor,
  id: string,
): Promise<void> {
  const ended = await withoutTenant(() =>
    endSessions(db, userId, now(), { only: asId(id, 'session') }),
  );
  if (ended === 0) throw notFound('session');
}
