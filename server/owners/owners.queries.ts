import { type RawBuilder, sql } from 'kysely';
import { beginsWith, hasWords, plainText } from '../../db/plain-text.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { type QuotaName, quotaNames, type Quotas, quotasOf } from '../../rules/owners/quotas.ts';
import { isUnique } from '../shared/database.queries.ts';

export interface OwnerRow {
  id: string;
  name: string;
  email: string;
  /** True until the owner has set a password. */
  isInvited: boolean;
  venues: { id: string; name: string }[];
}

/** Venues of an owner, oldest first, as one column. */
export const venuesOf = sql<OwnerRow['venues']>`(
  select coalesce(
    json_agg(json_build_object('id', venue.id, 'name', venue.name) order by venue.created_at, venue.id), '[]'
  )
  from venues as venue where venue.owner_id = owner.id
)`;

const isInvited = sql<boolean>`invited_at is not null`;

export interface OwnerPage {
  owners: (OwnerRow & { foundVenueId: string | null })[];
  total: number;
}

/** Lists a page of owners by name; aggregates venues for that page only. */
export async function listOwners(
  db: Db,
  page: { current: number; size: number },
): Promise<OwnerPage> {
  const onPage = db
    .selectFrom('users')
    .select(['id', 'name', 'email', isInvited.as('isInvited')])
    .where('account_type', '=', 'owner')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(page.size)
    .offset((page.current - 1) * page.size);
  const owners = db
    .selectFrom(onPage.as('owner'))
    .select(['owner.id', 'owner.name', 'owner.email', 'owner.isInvited', venuesOf.as('venues')])
    .select(sql<null>`null`.as('foundVenueId'))
    .orderBy(sql`lower(owner.name)`)
    .orderBy('owner.id')
    .execute();
  const [rows, total] = await Promise.all([owners, countOwners(db)]);
  return { owners: rows, total };
}

async function countOwners(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('account_type', '=', 'owner')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findOwner(db: Db, id: string): Promise<OwnerRow | null> {
  const found = await db
    .selectFrom('users as owner')
    .select(['owner.id', 'owner.name', 'owner.email', isInvited.as('isInvited')])
    .select(venuesOf.as('venues'))
    .where('account_type', '=', 'owner')
    .where('owner.id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the owner, locked until the transaction ends; null when there is none. */
export async function lockOwner(db: Tx, id: string): Promise<OwnerRow | null> {
  await db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findOwner(db, id);
}

/** Returns false when another account has the email; the transaction is then aborted. */
export const updateOwnerRow = (
  db: Db,
  id: string,
  changes: { name: string; email: string },
): Promise<boolean> =>
  isUnique(db.updateTable('users').set(changes).where('id', '=', id).execute());

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

// Search for owners, for super admins: reads the name of every owner and venue, and the matching units by their index.

const mostDigits = 9;
/** Fewer digits match most units. */
const fewestDigits = 3;

/** Condition for units whose number begins with these digits; null for any other text. */
function numbered(text: string): RawBuilder<boolean> | null {
  if (!/^\d+$/.test(text) || text.length < fewestDigits || text.length > mostDigits) return null;
  const ranges = Array.from({ length: mostDigits - text.length + 1 }, (_, more) => {
    const scale = 10 ** more;
    const first = Number(text) * scale;
    return sql`unit.unit_number between ${first} and ${first + scale - 1}`;
  });
  return sql`(unit.deleted_at is null and (${sql.join(ranges, sql` or `)}))`;
}

/**
 * Lists a page of the owners whose name and email, or whose venue, have every word of the text, or who have a unit whose
 * number begins with it; those whose name begins with its first word, or who have the unit of this number, come first.
 */
export async function searchOwners(
  db: Db,
  text: string,
  { current, size }: { current: number; size: number },
): Promise<OwnerPage> {
  const named = hasWords(plainText(sql`venue.name`), text);
  const ofNumber = numbered(text) ?? sql`false`;
  const isExact = sql`unit.unit_number::text = ${text}::text`;
  const { rows } = await sql<OwnerPage['owners'][number] & { total: number }>`
    with found as (
      select owner_id, bool_or(is_exact) as is_exact from (
        select owner_id, false as is_exact from venues as venue where ${named}
        union all
        select venue.owner_id, ${isExact} from units as unit join venues as venue on venue.id = unit.venue_id
        where ${ofNumber}
      ) as matches group by owner_id
    ), page as (
      select owner.id, owner.name, owner.email, owner.invited_at, found.owner_id is not null as has_venue, count(*) over () as total,
        not (coalesce(found.is_exact, false) or ${beginsWith(plainText(sql`owner.name`), text)}) as is_later
      from users as owner
      left join found on found.owner_id = owner.id
      where owner.account_type = 'owner' and (
        found.owner_id is not null
        or ${hasWords(plainText(sql`concat_ws(' ', owner.name, owner.email)`), text)}
      )
      order by is_later, lower(owner.name), owner.id
      limit ${size} offset ${(current - 1) * size}
    )
    select owner.id, owner.name, owner.email, owner.invited_at is not null as "isInvited",
      owner.total::integer as total, ${venuesOf} as venues,
      case when owner.has_venue then (
        select venue.id from venues as venue
        left join units as unit on unit.venue_id = venue.id and ${ofNumber}
        where venue.owner_id = owner.id and (unit.id is not null or ${named})
        order by coalesce(${isExact}, false) desc, venue.created_at, venue.id limit 1
      ) end as "foundVenueId"
    from page as owner
    order by owner.is_later, lower(owner.name), owner.id
  `.execute(db);
  const owners = rows.map(({ id, name, email, isInvited, venues, foundVenueId }) => ({
    id,
    name,
    email,
    isInvited,
    venues,
    foundVenueId,
  }));
  if (rows.length > 0 || current === 1) return { owners, total: rows[0]?.total ?? 0 };
  // A page after the last one has no row that names the total.
  return { owners, total: (await searchOwners(db, text, { current: 1, size })).total };
}
