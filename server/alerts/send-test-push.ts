import { testPush } from '../../rules/alerts/push-text.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { findPushSubscription } from '../recipients/push-subscriptions.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { asId, newId } from '../shared/ids.ts';
import type { RateLimit } from '../shared/rate-limit.ts';

/** Queues a test message to a browser of the account. Throws 404 for another one, and 429 beyond the limit. */
export async function sendTestPush(
  { db, now, limit }: Pick<AppDeps, 'db' | 'now'> & { limit: RateLimit },
  { userId }: AccountActor,
  text: string,
): Promise<void> {
  const id = asId(text, 'device');
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
