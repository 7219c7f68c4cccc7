import type { Tx } from '../../db/tables/tables.ts';
import { formatCents } from '../../lib/money.ts';
import { refundLimitMessage } from '../../rules/permissions/people-messages.ts';
import { type Actor, memberOf } from '../../rules/permissions.ts';
import { lockMembership } from '../memberships/memberships.queries.ts';
import { HttpError } from '../shared/errors.ts';
import { sumRequestedBy } from './refunds.queries.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Throws 403 with what is left when a member would refund more than their limit within 24 hours. Call it in the
 * transaction that inserts the refunds, with all venues of the member in scope: the lock of the membership lets
 * concurrent refunds of one person count one after the other.
 */
export async function requireRefundLimit(
  transaction: Tx,
  actor: Actor,
  addedCents: number,
  at: Date,
): Promise<void> {
  const member = memberOf(actor);
  if (actor.kind !== 'account' || member === null || member.refundLimitCents === null) return;
  await lockMembership(transaction, member.ownerId, actor.userId);
  const since = new Date(at.getTime() - dayMs);
  const refunded = await sumRequestedBy(transaction, actor.userId, since);
  const left = Math.max(0, member.refundLimitCents - refunded);
  if (addedCents <= left) return;
  const message = refundLimitMessage(formatCents(left), formatCents(member.refundLimitCents));
  throw new HttpError(403, message);
}
