import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { type QuotaName, quotaNames, type Quotas, quotasOf } from '../../rules/owners/quotas.ts';

/**
 * Reads the limits of an owner and locks the account until the end of the transaction, so that concurrent requests
 * count one after the other. The lock admits references to the account.
 */
export async function lockQuotas(transaction: Tx, ownerId: string): Promise<Quotas> {
  const owner = await transaction
    .selectFrom('users')
    .select('quotas')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return quotasOf(owner?.quotas ?? null);
}

const ofUnits = sql`units join venues on venues.id = units.venue_id`;

/** Rows that count, in the tables of one owner. */
const counts = {
  venues: sql`select count(*) from venues where`,
  units: sql`select count(*) from ${ofUnits} where units.deleted_at is null and`,
  unitKeys: sql`select count(*) from unit_keys join ${ofUnits} on units.id = unit_keys.unit_id
    where unit_keys.revoked_at is null and units.deleted_at is null and`,
  ingredients: sql`select count(*) from ingredients join venues on venues.id = ingredients.venue_id where`,
  drinks: sql`select count(*) from drinks join venues on venues.id = drinks.venue_id
    where drinks.deleted_at is null and`,
  imageBytes: sql`select coalesce(sum(size_bytes), 0) from files where`,
} satisfies Record<QuotaName, unknown>;

const stored = (ownerId: string, name: QuotaName) =>
  sql`(${counts[name]} owner_id = ${ownerId})::bigint as ${sql.ref(name)}`;

/** Number of rows, or of bytes, that an owner has stored. */
export async function countStored(db: Db, ownerId: string, name: QuotaName): Promise<number> {
  const { rows } = await sql<Partial<Quotas>>`select ${stored(ownerId, name)}`.execute(db);
  return rows[0]?.[name] ?? 0;
}

/** Limits of an owner, and what they have stored. */
export async function readQuotas(
  db: Db,
  ownerId: string,
): Promise<{ limits: Quotas; used: Quotas }> {
  const all = sql.join(quotaNames.map((name) => stored(ownerId, name)));
  const { rows } = await sql<Quotas & { quotas: Record<string, unknown> | null }>`
    select ${all}, quotas from users where id = ${ownerId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no account ${ownerId}`);
  const { quotas, ...used } = row;
  return { limits: quotasOf(quotas), used };
}

/** Sets limits; null returns one to the usual limit. */
export async function updateQuotas(
  db: Db,
  ownerId: string,
  changes: Partial<Record<QuotaName, number | null | undefined>>,
): Promise<void> {
  await sql`
    update users
    set quotas = jsonb_strip_nulls(coalesce(quotas, '{}') || ${JSON.stringify(changes)}::jsonb)
    where id = ${ownerId}
  `.execute(db);
}
