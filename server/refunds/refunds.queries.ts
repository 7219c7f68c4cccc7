import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { OrderedDrinksTable, RefundsTable } from '../../db/tables/orders.ts';
import type { Role } from '../../rules/permissions/roles.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { shardCondition } from '../venues/venues.queries.ts';

export type RefundRow = Selectable<RefundsTable>;

/** A refund that has not failed; of the whole line where glasses is null. */
export type LiveRefund = Pick<
  RefundRow,
  'drink_index' | 'state' | 'nth' | 'glasses' | 'tax_cents' | 'tip_cents'
>;

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

/** Lists the refunds of the order's drinks that have not failed, in no particular order. */
export function listLiveRefunds(
  db: Db,
  venueId: string,
  orderId: string,
): Promise<(LiveRefund & Pick<RefundRow, 'venue_id' | 'id'>)[]> {
  return db
    .selectFrom('refunds')
    .select(['venue_id', 'id', 'drink_index', 'state', 'nth', 'glasses', 'tax_cents', 'tip_cents'])
    .where('venue_id', '=', venueId)
    .where('order_id', '=', orderId)
    .where('state', '<>', 'failed')
    .execute();
}

/** Cents of the refunds in scope that an account has requested since, without those that failed. */
export async function sumRequestedBy(db: Db, userId: string, since: Date): Promise<number> {
  const { cents } = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where(shardCondition('venue_id'))
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

/** Lists refunds of all venues that were requested before this time and are not settled, oldest first. */
export function listRequestedBefore(
  db: Db,
  before: Date,
  most: number,
): Promise<Pick<RefundRow, 'venue_id' | 'id'>[]> {
  return db
    .selectFrom('refunds')
    .select(['venue_id', 'id'])
    .where('state', '=', 'requested')
    .where('requested_at', '<', before)
    .orderBy('requested_at')
    .orderBy('id')
    .limit(most)
    .execute();
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
  { venue_id, id }: Pick<RefundRow, 'venue_id' | 'id'>,
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

/** Stores what is refunded of the line of a refund. */
export async function updateRefunded(
  db: Tx,
  { venue_id, order_id, drink_index }: RefundRow,
  refunded: Pick<
    Updateable<OrderedDrinksTable>,
    'refunded_at' | 'refunded_quantity' | 'refunded_tax_cents' | 'refunded_tip_cents'
  >,
): Promise<void> {
  await db
    .updateTable('ordered_drinks')
    .set(refunded)
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
