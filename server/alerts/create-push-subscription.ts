import type { z } from 'zod';
import type { createPushSubscription as endpoint } from '../../contract/push-subscriptions.ts';
import { alertMessages } from '../../rules/alerts/alert-messages.ts';
import { isPushEndpoint } from '../../rules/alerts/push-services.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { deviceName } from '../../rules/users/device-name.ts';
import {
  deleteOthersOfSession,
  deletePushSubscriptions,
  listPushSubscriptions,
  type PushSubscriptionRow,
  upsertPushSubscription,
} from '../recipients/push-subscriptions.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';

const mostOfAccount = 10;

/**
 * Stores the subscription of a browser with the session of the request. Throws 400 for an address that is not one of a
 * known push service, and 409 while push messages are not set up.
 */
export async function createPushSubscription(
  { db, now, push }: Pick<AppDeps, 'db' | 'now' | 'push'>,
  { userId, sessionId }: AccountActor,
  body: z.output<typeof endpoint.body>,
  userAgent: string | undefined,
): Promise<PushSubscriptionRow> {
  if (push === null) throw new HttpError(409, alertMessages.pushIsOff);
  if (!isPushEndpoint(body.endpoint, push.hosts))
    throw fieldError({ endpoint: alertMessages.unknownPushService });
  const at = now();
  const row = {
    id: newId(at),
    user_id: userId,
    session_id: sessionId,
    ...body,
    device: deviceName(userAgent ?? ''),
    created_at: at,
  };
  return db.transaction().execute(async (transaction) => {
    const stored = await upsertPushSubscription(transaction, row);
    if (stored === null) throw new HttpError(409, alertMessages.pushOfOther);
    await deleteOthersOfSession(transaction, sessionId, stored.id);
    const all = await listPushSubscriptions(transaction, userId, at);
    const oldest = all.filter(({ id }) => id !== stored.id).slice(0, -(mostOfAccount - 1));
    await deletePushSubscriptions(
      transaction,
      userId,
      oldest.map(({ id }) => id),
    );
    return stored;
  });
}
