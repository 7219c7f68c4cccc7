/** Fills in what lines were sold with that have not stored it themselves. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';

/** Returns the last order of a batch of the venue's orders by id; null when there are no more. */
export async function findBatchEnd(
  db: Db,
  venueId: string,
  { after, size }: { after: string | null; size: number },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id from orders where venue_id = ${venueId} ${afterOrder('id', after)} order by id limit ${size}
    ) as batch order by id desc limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

const afterOrder = (column: string, after: string | null) =>
  after === null ? sql`` : sql`and ${sql.ref(column)} > ${after}`;

/**
 * Stores the present servings and prices of ingredients with the lines of these orders that have none. A value of one
 * ingredient that is gone leaves the whole array empty. Lines that others are changing at the moment are skipped,
 * because waiting for them could end in a deadlock; theirs stay not known.
 */
export async function fillInSnapshots(
  db: Tx,
  venueId: string,
  { after, last }: { after: string | null; last: string },
): Promise<void> {
  await sql`
    with line as materialized (
      select order_id, drink_index, ingredient_ids, is_double from ordered_drinks
      where venue_id = ${venueId} ${afterOrder('order_id', after)} and order_id <= ${last}
        and not snapshot and serving_ml = '{}' and ingredient_ids <> '{}'
      for no key update skip locked
    ), known as (
      select line.order_id, line.drink_index,
        array_agg(ingredient.serving_size_ml order by part.ordinal) as serving_ml,
        array_agg(
          case when line.is_double then greatest(entry.price_cents, entry.double_price_cents)
            else entry.price_cents end
          order by part.ordinal
        ) as price_cents
      from line
      join orders as sale on sale.venue_id = ${venueId} and sale.id = line.order_id
      cross join unnest(line.ingredient_ids) with ordinality as part (ingredient_id, ordinal)
      left join ingredients as ingredient on ingredient.venue_id = ${venueId} and ingredient.id = part.ingredient_id
      left join unit_inventory as entry on entry.venue_id = ${venueId} and entry.unit_id = sale.unit_id
        and entry.ingredient_id = part.ingredient_id
      group by line.order_id, line.drink_index
    )
    update ordered_drinks as drink set
      serving_ml = case when array_position(known.serving_ml, null) is null then known.serving_ml else '{}' end,
      ingredient_price_cents =
        case when array_position(known.price_cents, null) is null then known.price_cents else '{}' end
    from known
    where drink.venue_id = ${venueId} and drink.order_id = known.order_id and drink.drink_index = known.drink_index
  `.execute(db);
}
