import type { Endpoints } from '../../contract/endpoints.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { RecipientRow } from '../recipients/recipients.queries.ts';

/** @param recipient undefined for a contact that a process of an earlier version has stored */
export const contactView = (
  number: string,
  recipient: RecipientRow | undefined,
): ResponseOf<Endpoints['listContacts']>[number] => ({
  number,
  state: recipient?.state ?? 'waiting',
  requestedAt: recipient?.requested_at?.toISOString() ?? null,
  heldBack: recipient?.held_back_at != null,
});
