import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { type ListName, mostListed } from '../../rules/owners/list-limits.ts';
import { usualQuotas } from '../../rules/owners/quotas.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

withApp({ owner: 'Stadium', unit: true });

/** Adds this many rows, with statements that are quick and that no endpoint has. */
const adding: Record<ListName, (count: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  venues: (count) => sql`
    insert into venues (id, owner_id, name) select gen_random_uuid(), ${owner.userId}, 'Bar'
    from generate_series(1, ${count})`,
  units: (count) => sql`
    insert into units (id, venue_id) select gen_random_uuid(), ${owner.venueId}
    from generate_series(1, ${count})`,
  ingredients: (count) => sql`
    with added as (
      insert into ingredients (venue_id, id, name) select ${owner.venueId}, gen_random_uuid(), 'Gin'
      from generate_series(1, ${count}) returning id
    )
    insert into unit_inventory (venue_id, unit_id, ingredient_id)
    select ${owner.venueId}, ${unit.id}, id from added`,
  drinks: (count) => sql`
    insert into drinks (venue_id, id, unit_id, name, price_cents, rank, previous_rank, ingredient_set)
    select ${owner.venueId}, gen_random_uuid(), ${unit.id}, 'Drink', 100, 100 + number, 100 + number,
      array[gen_random_uuid()]
    from generate_series(1, ${count}) as number`,
};

const addresses: Record<ListName, () => string[]> = {
  venues: () => [`/api/users/${owner.userId}/venues`],
  units: () => [`/api/venues/${owner.venueId}/units`],
  ingredients: () => [
    `/api/venues/${owner.venueId}/ingredients`,
    `/api/venues/${owner.venueId}/units/${unit.unitNumber}`,
  ],
  drinks: () => [`/api/drinks/${owner.venueId}`, `/api/venues/${owner.venueId}`],
};

test('an owner reaches the quota before the limit of a list', () => {
  for (const name of ['venues', 'units', 'ingredients', 'drinks'] as const)
    expect(usualQuotas[name]).toBeLessThan(mostListed[name]);
});

test.each(Object.keys(adding) as ListName[])('a list of too many %s is refused', async (name) => {
  await adding[name](sql.lit(mostListed[name] + 1)).execute(app.db);
  for (const url of addresses[name]()) {
    const refused = await app.send('GET', url, { token: owner.token });
    expect(refused.status, url).toBe(422);
    expect(refused.body.error.message).toContain(
      `There are more than ${mostListed[name]} ${name} here`,
    );
  }
});
