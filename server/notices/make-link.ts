import { linkDays } from '../../rules/recipients/confirmation-request.ts';
import { SendError } from '../adapters/send-error.ts';
import { replaceToken } from '../memberships/invitations.queries.ts';
import { insertToken } from '../recipients/one-time-tokens.queries.ts';
import { findRecipient } from '../recipients/recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { hashSecret, newLinkToken } from '../shared/ids.ts';
import type { MessageRow } from './messages.queries.ts';
import type { MessageSettings } from './message-settings.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Returns the link that ends a message, with a new token, of which only the hash is stored. Throws a SendError when the
 * recipient has decided meanwhile. The token is in the fragment, which browsers send to no server and no log contains.
 */
export async function makeLink(
  { db, now, publicUrl }: Pick<AppDeps, 'db' | 'now'> & Pick<MessageSettings, 'publicUrl'>,
  { account_id, link_purpose: purpose, channel, recipient, invitation_id }: MessageRow,
): Promise<string> {
  if (invitation_id !== null) {
    const token = newLinkToken();
    if (!(await replaceToken(db, invitation_id, hashSecret(token), now())))
      throw new SendError('refused', 'The invitation is no longer open');
    return `${publicUrl}/accept#${token}`;
  }
  if (account_id === null || purpose === null) throw new Error('This message has no link');
  const key = { account_id, channel, address: recipient };
  if ((await findRecipient(db, key))?.state !== 'waiting')
    throw new SendError('refused', 'The recipient has decided meanwhile');
  const token = newLinkToken();
  const created_at = now();
  const expires_at = new Date(created_at.getTime() + linkDays * dayMs);
  await insertToken(db, { ...key, hash: hashSecret(token), purpose, created_at, expires_at });
  return `${publicUrl}/confirm#${token}`;
}
