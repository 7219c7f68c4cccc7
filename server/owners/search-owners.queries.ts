/** Search for owners, for super admins: reads the name of every owner and venue, and the matching units by their index. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { type OwnerPage, venuesOf } from './owners.queries.ts';

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
 * Lists a page of the owners whose name, email, venues or units match the text; those whose name begins with it, or who
 * have the unit of this number, come first. The text is compared as it is: it holds no wildcards.
 */
export async function searchOwners(
  db: Db,
  text: string,
  { current, size }: { current: number; size: number },
): Promise<OwnerPage> {
  const needle = sql`lower(${text}::text)`;
  const named = sql`strpos(lower(venue.name), ${needle}) > 0`;
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
      select owner.id, owner.name, owner.email, found.owner_id is not null as has_venue, count(*) over () as total,
        not (coalesce(found.is_exact, false) or starts_with(lower(owner.name), ${needle})) as is_later
      from users as owner
      left join found on found.owner_id = owner.id
      where owner.account_type = 'owner' and (
        found.owner_id is not null
        or strpos(lower(owner.name), ${needle}) > 0 or strpos(lower(owner.email), ${needle}) > 0
      )
      order by is_later, lower(owner.name), owner.id
      limit ${size} offset ${(current - 1) * size}
    )
    select owner.id, owner.name, owner.email, owner.total::integer as total, ${venuesOf} as venues,
      case when owner.has_venue then (
        select venue.id from venues as venue
        left join units as unit on unit.venue_id = venue.id and ${ofNumber}
        where venue.owner_id = owner.id and (unit.id is not null or ${named})
        order by coalesce(${isExact}, false) desc, venue.created_at, venue.id limit 1
      ) end as "foundVenueId"
    from page as owner
    order by owner.is_later, lower(owner.name), owner.id
  `.execute(db);
  const owners = rows.map(({ id, name, email, venues, foundVenueId }) => ({
    id,
    name,
    email,
    venues,
    foundVenueId,
  }));
  if (rows.length > 0 || current === 1) return { owners, total: rows[0]?.total ?? 0 };
  // A page after the last one has no row that names the total.
  return { owners, total: (await searchOwners(db, text, { current: 1, size })).total };
}
