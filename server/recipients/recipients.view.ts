import type { Endpoints } from '../../contract/endpoints.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { senderName } from '../../rules/recipients/sender-name.ts';
import type { RecipientKey } from './recipients.queries.ts';

/** Contains only names that a message may contain: their reader has agreed to nothing of the owner yet. */
export const confirmationView = (
  { channel, address }: RecipientKey,
  { owner, venues }: { owner: string; venues: readonly string[] },
): ResponseOf<Endpoints['getConfirmation']> => ({
  channel,
  address,
  owner: senderName(owner),
  venues: venues.flatMap((name) => senderName(name) ?? []),
});
