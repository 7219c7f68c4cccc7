import { messageOf } from '../../db/start-error.ts';
import { linkDays } from '../../rules/recipients/recipients.ts';
import { emailChangeMinutes } from '../../rules/users/person-name.ts';
import { resetMinutes } from '../../rules/users/sign-in.ts';
import type { Mail, Push, Sms } from '../adapters/messages/port.ts';
import { SendError } from '../adapters/provider-errors.ts';
import { replaceToken } from '../memberships/memberships.queries.ts';
import type { MessageSettings } from './queue-messages.ts';
import {
  claimMessage,
  findMessage,
  isSubscriberLocked,
  lockMessage,
  type MessageRow,
  pauseSubscription,
  settleMessage,
} from './messages.queries.ts';
import {
  findPushSubscription,
  findRecipient,
  insertToken,
  settlePush,
  type TokenRow,
} from '../recipients/recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { hashSecret, newLinkToken } from '../shared/ids.ts';

export interface MessageSenders {
  mail: Mail;
  sms: Sms;
  push: Push;
}

/**
 * Sends a queued message once. If its sender died while sending, the message may have arrived: it becomes uncertain
 * and is not sent again, unless sending is idempotent. Throws when a retry makes sense.
 */
export async function sendMessage(
  deps: Pick<AppDeps, 'db' | 'now'> & MessageSenders & Pick<MessageSettings, 'publicUrl'>,
  messageId: string,
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const { db, now } = deps;
  const message = await findMessage(db, messageId);
  if (!message) return;
  const { isRepeatable } = deps[message.channel];
  if (message.state === 'sending' && !isRepeatable) {
    await settleMessage(db, messageId, { state: 'uncertain', last_error: 'Sending was cut off' });
    return;
  }
  const claimable: MessageRow['state'][] = isRepeatable ? ['waiting', 'sending'] : ['waiting'];
  if (!(await claimMessage(db, messageId, claimable))) return;
  try {
    await send(deps, message, await textOf(deps, message));
  } catch (error) {
    const state = stateAfter(error, { isRepeatable, isLastTry });
    const { subscription_id: subscriptionId } = message;
    if (subscriptionId !== null && error instanceof SendError && error.isOfRecipient)
      await pauseSubscription(db, subscriptionId, messageOf(error).slice(0, 200));
    if (message.channel === 'push') {
      const isGone = error instanceof SendError && error.isOfRecipient;
      await settlePush(db, message.recipient, isGone ? 'gone' : 'failed', now());
    }
    await settleMessage(db, messageId, { state, last_error: messageOf(error).slice(0, 500) });
    if (state === 'waiting') throw error;
    return;
  }
  if (message.channel === 'push') await settlePush(db, message.recipient, 'taken', now());
  await settleMessage(db, messageId, { state: 'sent', sent_at: now(), last_error: null });
}

function stateAfter(
  error: unknown,
  { isRepeatable, isLastTry }: { isRepeatable: boolean; isLastTry: boolean },
): 'waiting' | 'failed' | 'uncertain' {
  const kind = error instanceof SendError ? error.kind : 'unknown';
  if (kind === 'refused') return 'failed';
  if (kind === 'unknown' && !isRepeatable) return 'uncertain';
  return isLastTry ? 'failed' : 'waiting';
}

/** Returns the text to send; a link that is made anew for each attempt ends it. */
async function textOf(
  deps: Pick<AppDeps, 'db' | 'now'> & Pick<MessageSettings, 'publicUrl'>,
  message: MessageRow,
): Promise<string> {
  if (message.link_purpose === null && message.invitation_id === null) return message.body;
  try {
    const link = await makeLink(deps, message);
    return message.channel === 'sms' ? `${message.body} ${link}` : `${message.body}\n\n${link}\n`;
  } catch (error) {
    if (error instanceof SendError) throw error;
    throw new SendError('notSent', messageOf(error), { cause: error });
  }
}

async function send(
  deps: Pick<AppDeps, 'db' | 'now'> & MessageSenders,
  message: MessageRow,
  text: string,
): Promise<void> {
  const { db, mail, sms } = deps;
  const { id, recipient: to, attachment_name: name, attachment: content } = message;
  if (message.channel === 'push') return sendPush(deps, message, text);
  if (message.channel === 'sms') return sms.send({ id, to, text });
  const { subscription_id: subscriptionId } = message;
  if (subscriptionId !== null && (await isSubscriberLocked(db, subscriptionId)))
    throw new SendError('refused', 'The account is locked');
  return mail.send({
    id,
    to,
    subject: message.subject,
    text,
    ...(message.html === null ? {} : { html: message.html }),
    ...(message.unsubscribe_url === null ? {} : { unsubscribeUrl: message.unsubscribe_url }),
    writtenAt: message.created_at,
    attachment: name === null || content === null ? null : { name, content },
  });
}

/** Throws when the browser has been signed out or removed, or the message is too old. */
async function sendPush(
  { db, now, push }: Pick<AppDeps, 'db' | 'now'> & Pick<MessageSenders, 'push'>,
  { id, recipient, subject: title, created_at, push: delivery }: MessageRow,
  text: string,
): Promise<void> {
  const at = now();
  const subscription = await findPushSubscription(db, recipient, at);
  if (!subscription || delivery === null)
    throw new SendError('refused', 'The browser is signed out or removed');
  const ageSeconds = Math.max(0, Math.floor((at.getTime() - created_at.getTime()) / 1000));
  const ttlSeconds = delivery.ttlSeconds - ageSeconds;
  if (ttlSeconds <= 0) throw new SendError('refused', 'The message is too old');
  const { endpoint, p256dh, auth } = subscription;
  await push.send({ ...delivery, ttlSeconds, id, endpoint, p256dh, auth, title, text });
}

const minuteMs = 60_000;

/** Page and lifetime of each kind of link. */
const links: Record<TokenRow['purpose'], { page: string; validMs: number }> = {
  confirmation: { page: 'confirm', validMs: linkDays * 24 * 60 * minuteMs },
  password_reset: { page: 'reset-password', validMs: resetMinutes * minuteMs },
  owner_invitation: { page: 'reset-password?invited=yes', validMs: linkDays * 24 * 60 * minuteMs },
  email_change: { page: 'new-email', validMs: emailChangeMinutes * minuteMs },
};

type Needs = Pick<AppDeps, 'db' | 'now'> & Pick<MessageSettings, 'publicUrl'>;

/**
 * Returns the link that ends a message, with a new token. Throws a SendError when it asks for a confirmation and the
 * recipient has decided meanwhile, or the message was discarded.
 */
export async function makeLink(
  deps: Needs,
  { id, account_id, link_purpose: purpose, channel, recipient, invitation_id }: MessageRow,
): Promise<string> {
  if (invitation_id !== null) {
    const token = newLinkToken();
    if (!(await replaceToken(deps.db, invitation_id, hashSecret(token), deps.now())))
      throw new SendError('refused', 'The invitation is no longer open');
    return `${deps.publicUrl}/accept#${token}`;
  }
  if (account_id === null || purpose === null || channel === 'push')
    throw new Error('This message has no link');
  const key = { account_id, channel, address: recipient };
  if (purpose === 'confirmation') {
    if ((await findRecipient(deps.db, key))?.state !== 'waiting')
      throw new SendError('refused', 'The recipient has decided meanwhile');
    return makeTokenLink(deps, key, purpose);
  }
  return deps.db.transaction().execute(async (db) => {
    // First the token, whose reference locks the account, as a new password does before it discards the message.
    const link = await makeTokenLink({ ...deps, db }, key, purpose);
    // A new password has discarded the message by now, or waits for this token and uses it up.
    if ((await lockMessage(db, id)) !== 'sending')
      throw new SendError('refused', 'The message was discarded meanwhile');
    return link;
  });
}

/**
 * Returns a link with a new token, of which only the hash is stored. The token is in the fragment, which browsers send to
 * no server and no log contains.
 */
export async function makeTokenLink(
  { db, now, publicUrl }: Needs,
  key: Pick<TokenRow, 'account_id' | 'channel' | 'address'>,
  purpose: TokenRow['purpose'],
): Promise<string> {
  const { page, validMs } = links[purpose];
  const token = newLinkToken();
  const created_at = now();
  const expires_at = new Date(created_at.getTime() + validMs);
  await insertToken(db, { ...key, hash: hashSecret(token), purpose, created_at, expires_at });
  return `${publicUrl}/${page}#${token}`;
}
