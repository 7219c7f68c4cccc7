import type { Tx } from '../../db/tables/tables.ts';
import { quotaMessages } from '../../rules/messages.ts';
import type { QuotaName } from '../../rules/owners/quotas.ts';
import { type Actor, isSuperAdmin } from '../../rules/permissions.ts';
import { HttpError } from '../shared/errors.ts';
import { countStored, lockQuotas } from './quotas.queries.ts';

/**
 * Throws 422 when the owner would store more than their limit. Call it in the transaction that stores, before the rows
 * are inserted and before other rows are locked, with all venues of the owner in scope (acrossVenuesOf). Super admins, also those who act for the owner, are not limited.
 * @param adding number of rows or bytes to be added
 */
export async function requireQuota(
  transaction: Tx,
  actor: Actor,
  ownerId: string,
  name: QuotaName,
  adding = 1,
): Promise<void> {
  if (isSuperAdmin(actor)) return;
  const limit = (await lockQuotas(transaction, ownerId))[name];
  const stored = await countStored(transaction, ownerId, name);
  if (stored + adding > limit) throw new HttpError(422, quotaMessages[name](limit));
}
