import { withoutTenant } from '../../db/tenant.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { asId } from '../shared/ids.ts';
import { deleteSubscription } from './subscriptions.queries.ts';

/** Ends a subscription of an account, also to a venue that is no longer in its scope. */
export async function deleteReportSubscription(
  { db }: Pick<AppDeps, 'db'>,
  { userId }: AccountActor,
  id: string,
): Promise<void> {
  const isDeleted = await withoutTenant(() => deleteSubscription(db, userId, asId(id, 'mail')));
  if (!isDeleted) throw notFound('mail');
}
