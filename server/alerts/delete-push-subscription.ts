import type { AccountActor } from '../../rules/permissions.ts';
import { deletePushSubscriptions } from '../recipients/push-subscriptions.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { asId } from '../shared/ids.ts';

/** Throws 404 when the account has none with this id. */
export async function deletePushSubscription(
  { db }: Pick<AppDeps, 'db'>,
  { userId }: AccountActor,
  id: string,
): Promise<void> {
  const deleted = await deletePushSubscriptions(db, userId, [asId(id, 'device')]);
  if (deleted === 0) throw notFound('device');
}
