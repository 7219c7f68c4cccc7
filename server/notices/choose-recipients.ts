import type { AppDeps } from '../shared/deps.ts';
import { dailyLimit } from '../shared/rate-limit.ts';
import { listRecipients, type RecipientRow } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/request-confirmations.ts';
import type { MessageRow } from './messages.queries.ts';
import type { UnsentNotice } from './notices.queries.ts';
import type { MessageSettings } from './message-settings.ts';

interface ChosenRecipient {
  channel: RecipientRow['channel'];
  address: string;
  /** Null for a message that is to be sent. */
  heldBecause: MessageRow['held_because'];
}

/** Returns the owner and the contacts of the unit, each with the reason why it may not be written to now, if any. */
export async function chooseRecipients(
  { db, pool, messageLimits }: Pick<AppDeps, 'db' | 'pool'> & MessageSettings,
  notice: UnsentNotice,
): Promise<ChosenRecipient[]> {
  const { owner_id: ownerId, unit_id: unitId, owner_email: email } = notice;
  const ofUnit = dailyLimit(pool, 'messages of unit', messageLimits.perUnit);
  const ofOwner = dailyLimit(pool, 'messages of owner', messageLimits.perOwner);
  const { address } = mailRecipient(ownerId, email);
  const stored = [
    ...(await listRecipients(db, ownerId, 'mail', [address])),
    ...(await listRecipients(db, ownerId, 'sms', notice.contacts)),
  ];
  const stateOf = (channel: RecipientRow['channel'], of: string): RecipientRow['state'] =>
    stored.find((row) => row.channel === channel && row.address === of)?.state ?? 'waiting';
  const reasonFor = async (state: RecipientRow['state']): Promise<MessageRow['held_because']> => {
    if (state !== 'confirmed') return state === 'declined' ? 'declined' : 'unconfirmed';
    if (notice.is_repeated) return 'repeated';
    const isAllowed = (await ofUnit(unitId)) && (await ofOwner(ownerId));
    return isAllowed ? null : 'limit';
  };
  const chosen: ChosenRecipient[] = [
    { channel: 'mail', address: email, heldBecause: await reasonFor(stateOf('mail', address)) },
  ];
  for (const number of notice.contacts) {
    const heldBecause = await reasonFor(stateOf('sms', number));
    chosen.push({ channel: 'sms', address: number, heldBecause });
  }
  return chosen;
}
