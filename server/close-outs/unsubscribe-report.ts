import { withoutTenant } from '../../db/tenant.ts';
import type { AppDeps } from '../shared/deps.ts';
import { deleteSubscriptionOf } from './subscriptions.queries.ts';

/** Ends the subscription whose mails have this token, if there is one. */
export const unsubscribeReport = ({ db }: Pick<AppDeps, 'db'>, token: string): Promise<void> =>
  withoutTenant(() => deleteSubscriptionOf(db, token));
