import type { EndpointBody } from '../../contract/endpoints.ts';
import { alertMessages } from '../../rules/alerts/alert-messages.ts';
import { isPushEndpoint } from '../../rules/alerts/push-services.ts';
import { testPush } from '../../rules/alerts/alert-text.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { deviceName } from '../../rules/users/device-name.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import {
  deleteOthersOfSession,
  deletePushSubscriptions,
  findPushSubscription,
  listPushSubscriptions,
  type PushSubscriptionRow,
  upsertPushSubscription,
} from '../recipients/recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { parseId, newId } from '../shared/ids.ts';
import type { RateLimit } from '../shared/rate-limit.ts';

const mostOfAccount = 10;

/**
 * Stores the subscription of a browser with the session of the request. Throws 400 for an address that is not one of a
 * known push service, and 409 while push messages are not set up.
 */
export async function createPushSubscription(
  { db, now, push }: Pick<AppDeps, 'db' | 'now' | 'push'>,
  { userId, sessionId }: AccountActor,
  body: EndpointBody<'createPushSubscription'>,
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

/** Throws 404 when the account has none with this id. */
export async function deletePushSubscription(
  { db }: Pick<AppDeps, 'db'>,
  { userId }: AccountActor,
  id: string,
): Promise<void> {
  const deleted = await deletePushSubscriptions(db, userId, [parseId(id, 'device')]);
  if (deleted === 0) throw notFound('device');
}

/** Queues a test message to a browser of the account. Throws 404 for another one, and 429 beyond the limit. */
export async function sendTestPush(
  { db, now, limit }: Pick<AppDeps, 'db' | 'now'> & { limit: RateLimit },
  { userId }: AccountActor,
  text: string,
): Promise<void> {
  const id = parseId(text, 'device');
  const at = now();
  const found = await findPushSubscription(db, id, at);
  if (!found || found.user_id !== userId) throw notFound('device');
  await limit.count(userId);
  const { title, body, delivery } = testPush;
  await db.transaction().execute((transaction) =>
    queueMessages(
      transaction,
      [
        {
          id: newId(at),
          notice_id: null,
          venue_id: null,
          channel: 'push',
          recipient: id,
          subject: title,
          body,
          push: JSON.stringify(delivery),
        },
      ],
      at,
    ),
  );
}
