import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import {
  type ListName,
  mostListed,
  type QuotaName,
  usualQuotas,
} from '../../rules/owners/quotas.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { addressOf, targets } from '../testing/endpoint-targets.ts';
import { type Place, settle } from '../testing/places.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('quotas', () => {
  let admin: string;
  withApp({ owner: { each: 'Owner' }, unit: 'each' });
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
  });

  const readOwner = async () =>
    (await app.send('GET', `/api/admins/owner/${owner.userId}`, { token: admin })).body;
  const limit = (limits: Partial<Record<QuotaName, unknown>>) =>
    app.send('PUT', `/api/admins/owner/${owner.userId}`, { token: admin, body: { limits } });

  /** Bodies that store one more row, or 100 more bytes. */
  const adding: Record<QuotaName, () => [url: string, body: object]> = {
    venues: () => ['/api/users/venues', { name: 'Harbour', ownerId: owner.userId }],
    units: () => [`/api/units/${owner.venueId}`, {}],
    unitKeys: () => [`/api/units/${unit.unitNumber}/keys`, {}],
    ingredients: () => [
      '/api/ingredients',
      { name: 'Gin', venueId: owner.venueId, unitId: unit.id },
    ],
    drinks: () => [
      '/api/drinks',
      { name: 'Cola', price: 3, ingredients: [unit.cola], venueId: owner.venueId, unitId: unit.id },
    ],
    imageBytes: () => [
      '/api/files/brand-images',
      { venueId: owner.venueId, fileName: 'a.png', contentType: 'image/png', sizeBytes: 100 },
    ],
  };
  const add = (name: QuotaName, token = owner.token) => {
    const [url, body] = adding[name]();
    return app.send('POST', url, { token, body });
  };

  describe.each(Object.keys(adding) as QuotaName[])('the limit of %s', (name) => {
    const step = name === 'imageBytes' ? 100 : 1;

    test('is refused to be exceeded, and the message says what to do', async () => {
      const { used } = await readOwner();
      expect((await limit({ [name]: used[name] })).status).toBe(200);
      const refused = await add(name);
      expect(refused.status).toBe(422);
      expect(refused.body.error.message).toMatch(
        /at most .*ask your administrator to raise the limit/,
      );
      expect((await readOwner()).used[name]).toBe(used[name]);
      await limit({ [name]: used[name] + step });
      expect((await add(name)).status).toBe(201);
      expect((await readOwner()).used[name]).toBe(used[name] + step);
    });

    test('does not hold for a super admin', async () => {
      await limit({ [name]: 0 });
      expect((await add(name, admin)).status).toBe(201);
    });
  });

  test.each(['venues', 'units', 'unitKeys', 'imageBytes'] as const)(
    'concurrent requests do not exceed the limit of %s',
    async (name) => {
      const step = name === 'imageBytes' ? 100 : 1;
      const { used } = await readOwner();
      await limit({ [name]: used[name] + 2 * step });
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async () => (await add(name)).status),
      );
      expect(statuses.sort()).toEqual([201, 201, 422, 422, 422, 422, 422, 422]);
    },
  );

  test('what was deleted or revoked counts no more', async () => {
    await limit({ units: 1 });
    expect((await add('units')).status).toBe(422);
    await app.send('DELETE', `/api/units/${unit.unitNumber}`, { token: owner.token });
    expect((await add('units')).status).toBe(201);
  });

  test('a super admin sees and changes the limits of an owner, and the audit log has them', async () => {
    expect((await readOwner()).limits).toEqual(usualQuotas);
    const { body } = await limit({ venues: 7, units: 8 });
    expect(body.limits).toEqual({ ...usualQuotas, venues: 7, units: 8 });
    expect((await limit({ venues: null })).body.limits).toEqual({ ...usualQuotas, units: 8 });
    expect((await limit({ units: -1 })).status).toBe(400);
    expect((await limit({ units: 1.5 })).status).toBe(400);
    expect((await readOwner()).limits).toEqual({ ...usualQuotas, units: 8 });
    const entries = await app.db
      .selectFrom('audit')
      .select(['old_value', 'new_value'])
      .where('action', '=', 'owner.limited')
      .where('on_behalf_of', '=', owner.userId)
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(entries[0]).toMatchObject({
      old_value: usualQuotas,
      new_value: { venues: 7, units: 8 },
    });
    expect(entries).toHaveLength(2);
  });

  test('an owner cannot change their own limits', async () => {
    const body = { limits: { units: 5000 } };
    const url = `/api/admins/owner/${owner.userId}`;
    expect((await app.send('PUT', url, { token: owner.token, body })).status).toBe(403);
  });
});

describe('list limits', () => {
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
});

/** A super admin who acts for an owner gets the same responses as that owner. */
describe('acting for owner', () => {
  let place: Place;
  let admin: string;

  withApp({ now: new Date('2026-06-20T12:00:00Z') });
  beforeAll(async () => {
    place = await settle(app, 'Rooftop');
    await settle(app, 'Harbour');
    admin = await addSuperAdmin(app);
  });

  const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([name, { method, guarded }]) => method === 'GET' && !guarded && targets[name],
  );

  const venueFields = [
    'taxPercentage',
    'drinkLimit',
    'publicKey',
    'privateKey',
    'clientGuid',
    'authToken',
    'webhookSecret',
  ];

  /** Additional fields for super admins; all others are identical. */
  const more: { [name in EndpointName]?: string[] } = {
    listVenues: venueFields,
    getVenue: venueFields,
    getVenueAlone: venueFields,
    getVenueWithDrinks: venueFields,
    getSalesReport: ['averageDuration', 'duration'],
    getOrder: ['duration'],
  };

  /** Removes these fields at any depth. */
  const without = (fields: readonly string[], value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (name, part: unknown) => (fields.includes(name) ? undefined : part)),
    );

  test.each(reads)(
    "%s returns an owner's data to a super admin who acts for that owner",
    async (name, call) => {
      const url = addressOf(call, targets[name]?.(place) ?? {});
      const asOwner = await app.send('GET', url, { token: place.owner.token });
      const asAdmin = await app.send('GET', url, { token: admin });
      expect(asOwner.status).toBe(200);
      expect(asAdmin.status).toBe(200);
      if (asOwner.body === undefined) expect(asAdmin.text).toBe(asOwner.text);
      else expect(without(more[name] ?? [], asAdmin.body)).toEqual(asOwner.body);
    },
  );
});
