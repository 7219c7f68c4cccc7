import { linkDays } from '../../rules/recipients/confirmation-request.ts';
import { emailChangeMinutes } from '../../rules/users/email-change.ts';
import { resetMinutes } from '../../rules/users/password-reset.ts';
import { SendError } from '../adapters/send-error.ts';
import { replaceToken } from '../memberships/invitations.queries.ts';
import { insertToken, type TokenRow } from '../recipients/one-time-tokens.queries.ts';
import { findRecipient } from '../recipients/recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { hashSecret, newLinkToken } from '../shared/ids.ts';
import { lockMessage, type MessageRow } from './messages.queries.ts';
import type { MessageSettings } from './message-settings.ts';

const minuteMs = 60_000;

/** Page and lifetime of each kind of link. */
const links: Record<TokenRow['purpose'], { page: string; validMs: number }> = {
  confirmation: { page: 'confirm', validMs: linkDays * 24 * 60 * minuteMs },
  password_reset: { page: 'reset-password', validMs: resetMinutes * minuteMs },
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
