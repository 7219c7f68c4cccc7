import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { RefundsTable } from '../../db/tables/refunds.ts';
import type { Role } from '../../rules/permissions/roles.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { amongVenues } from '../venues/venues.queries.ts';

export type RefundRow = Selectable<RefundsTable>;

export function insertRefunds(
  db: Tx,
  refunds: readonly Insertable<RefundsTable>[],
): Promise<RefundRow[]> {
  return db
    .insertInto('refunds')
    .values([...refunds])
    .returningAll()
    .execute();
}

/** Lists the ordinals of the order's drinks with a pending refund. */
export async function listUnderWay(db: Db, venueId: string, orderId: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('refunds')
    .select('drink_index')
    .where('venue_id', '=', venueId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'requested')
    .execute();
  return new Set(rows.map((row) => row.drink_index));
}

/** Cents of the refunds in scope that an account has requested since, without those that failed. */
export async function sumRequestedBy(db: Db, userId: string, since: Date): Promise<number> {
  const { cents } = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where(amongVenues('venue_id'))
    .where('requested_by', '=', userId)
    .where('requested_at', '>', since)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return cents;
}

/** A refund with the unit of its order. */
export type PlacedRefund = RefundRow & { unit_id: string };

/** Finds a refund by its id or by the provider's reference. */
export async function findRefund(
  db: Db,
  venueId: string,
  name: { id: string } | { reference: string },
): Promise<PlacedRefund | null> {
  const found = await db
    .selectFrom('refunds')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.venue_id', '=', 'refunds.venue_id')
        .onRef('orders.id', '=', 'refunds.order_id'),
    )
    .selectAll('refunds')
    .select('orders.unit_id')
    .where('refunds.venue_id', '=', venueId)
    .where((where) =>
      'id' in name
        ? where('refunds.id', '=', name.id)
        : where('refunds.provider_reference', '=', name.reference),
    )
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the refund, locked until the transaction ends. */
export function lockRefund(db: Tx, { venue_id, id }: RefundRow): Promise<RefundRow> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Claims a refund for one sender: returns it, or null when it is settled or claimed by another process. Measured by the
 * clock of the database, which all processes share.
 */
export async function claimRefund(
  db: Db,
  { venue_id, id }: RefundRow,
  claimMs: number,
): Promise<RefundRow | null> {
  const claimed = await db
    .updateTable('refunds')
    .set((refund) => ({
      claimed_until: sql<Date>`now() + ${claimMs} * interval '1 millisecond'`,
      attempts: refund('attempts', '+', 1),
    }))
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .where(sql<boolean>`(claimed_until is null or claimed_until < now())`)
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

/** Ends a claim before its time, unless another process has claimed the refund since. */
export async function endClaim(db: Db, { venue_id, id, attempts }: RefundRow): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ claimed_until: null })
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

export async function updateRefund(
  db: Tx,
  { venue_id, id }: RefundRow,
  changes: Updateable<RefundsTable>,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set(changes)
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/** Stores the tips of the order's drinks, in order. */
export async function updateTips(
  db: Tx,
  order: { venue_id: string; id: string },
  tipsCents: readonly number[],
): Promise<void> {
  await sql`
    update ordered_drinks as drink set tip_cents = tip.cents
    from unnest(${[...tipsCents]}::bigint[]) with ordinality as tip (cents, place)
    where drink.venue_id = ${order.venue_id} and drink.order_id = ${order.id}
      and drink.drink_index = tip.place - 1 and drink.tip_cents <> tip.cents
  `.execute(db);
}

export async function updateRefundedAt(
  db: Tx,
  { venue_id, order_id, drink_index }: RefundRow,
  refundedAt: Date | null,
): Promise<void> {
  await db
    .updateTable('ordered_drinks')
    .set({ refunded_at: refundedAt })
    .where('venue_id', '=', venue_id)
    .where('order_id', '=', order_id)
    .where('drink_index', '=', drink_index)
    .execute();
}

/** Returns the owner of a venue and the person who requested a refund, if the account still exists. */
export async function findPeople(
  db: Db,
  refund: RefundRow,
): Promise<{
  ownerId: string;
  requester: {
    userId: string;
    person: string;
    email: string;
    member: { role: Role } | null;
  } | null;
}> {
  const { ownerId, userId, name, email, role, ...names } = await db
    .selectFrom('venues')
    .leftJoin('users', (join) => join.on('users.id', '=', refund.requested_by))
    .select(['venues.owner_id as ownerId', 'users.id as userId', 'users.name', 'users.email'])
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.owner_id', '=', 'venues.owner_id')
        .onRef('memberships.user_id', '=', 'users.id'),
    )
    .select(['users.first_name', 'users.last_name', 'memberships.role'])
    .where('venues.id', '=', refund.venue_id)
    .executeTakeFirstOrThrow();
  if (userId === null || name === null || email === null) return { ownerId, requester: null };
  const person = personName({ name, ...names });
  return { ownerId, requester: { userId, email, person, member: role && { role } } };
}
