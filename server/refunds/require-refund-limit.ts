import type { Db, Tx } from '../../db/tables/tables.ts';
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
  const left = await refundLimitLeft(transaction, actor.userId, member.refundLimitCents, at);
  if (addedCents <= left) return;
  const message = refundLimitMessage(formatCents(left), formatCents(member.refundLimitCents));
  throw new HttpError(403, message);
}

/** Cents that a member may still refund; call it with all their venues in scope. */
export async function refundLimitLeft(
  db: Db,
  userId: string,
  limitCents: number,
  at: Date,
): Promise<number> {
  const refunded = await sumRequestedBy(db, userId, new Date(at.getTime() - dayMs));
  return Math.max(0, limitCents - refunded);
}
