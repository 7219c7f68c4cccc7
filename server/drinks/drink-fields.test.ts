import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { drinkMessages } from '../../rules/drinks/drink-messages.ts';
import { addOwner, createUnit, type TestOwner } from '../testing/app.ts';
import { collide } from '../testing/services/load.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('drink fields', () => {
  /** Fields that never change. */
  const fixed = ['ingredients', 'venueId', 'unitId'] as const;

  const unchangeable = { expected: true, ingredients: true, venueId: true, unitId: true } as const;
  const { shape } = endpoints.updateDrink.body.omit(unchangeable);

  const samples: Record<keyof typeof shape, unknown> = {
    name: 'Rum and Cola',
    price: 9.75,
    doublePrice: 16.25,
    active: false,
    soldOut: true,
    ranking: { current: 1, previous: 0 },
  };

  withApp({ owner: 'Rooftop', unit: 'each' });
  beforeAll(async () => {
    await switchFlag(app.db, owner, 'general--double-order');
  });
  beforeEach(async () => {
    const body = { name: 'Rum', price: 7, ingredients: [unit.rum], unitId: unit.id };
    await app.send('POST', '/api/drinks', {
      token: owner.token,
      body: { ...body, venueId: owner.venueId },
    });
  });

  const see = async () => {
    const url = `/api/drinks/${owner.venueId}?unit=${unit.id}`;
    const { body } = await app.send('GET', url, { token: owner.token });
    return body.find(({ id }: { id: string }) => id === unit.cubaLibre);
  };

  describe.each([
    ['/api/drinks/{id}', shape, () => `/api/drinks/${unit.cubaLibre}`],
    [
      '/api/venues/{venueId}/drinks/{drinkId}',
      endpoints.updateVenueDrink.body.omit(unchangeable).shape,
      () => `/api/venues/${owner.venueId}/drinks/${unit.cubaLibre}`,
    ],
  ])('PUT %s', (_path, accepted, url) => {
    test.each(Object.keys(accepted))('stores %s of a drink', async (field) => {
      const sample = new Map(Object.entries(samples)).get(field);
      expect(sample, `no sample value for ${field}`).toBeDefined();
      const before = await see();
      expect(before[field]).not.toEqual(sample);
      const body = { [field]: sample, expected: { [field]: before[field] } };
      const { status } = await app.send('PUT', url(), { token: owner.token, body });
      expect(status).toBe(200);
      expect((await see())[field]).toEqual(sample);
    });

    test('takes a drink as it is listed, with a change', async () => {
      const listed = await see();
      const body = { ...listed, name: 'Libre' };
      const response = await app.send('PUT', url(), { token: owner.token, body });
      expect(response).toMatchObject({ status: 200, body: { ...listed, name: 'Libre' } });
      const { ingredients } = listed;
      const ids = ingredients.map(({ _id }: { _id: string }) => _id).toReversed();
      const withIds = { token: owner.token, body: { ingredients: ids, active: false } };
      expect((await app.send('PUT', url(), withIds)).body).toMatchObject({
        ingredients,
        active: false,
      });
    });

    test.each(fixed)('rejects another value of %s, and changes nothing', async (field) => {
      const before = await see();
      const other = await createUnit(app, owner);
      const values = { ingredients: [unit.rum], venueId: 'another', unitId: other.id };
      const body = { name: 'Libre', [field]: values[field] };
      const response = await app.send('PUT', url(), { token: owner.token, body });
      expect(response).toMatchObject({ status: 400, body: { [field]: expect.any(String) } });
      expect(await see()).toEqual(before);
    });
  });
});

describe('drink collisions', () => {
  withApp({ owner: 'Rooftop', unit: 'each' });

  test('of two requests that delete a drink at once, the second one finds no drink', async () => {
    const path = `/api/venues/${owner.venueId}/drinks/${unit.cubaLibre}`;
    const remove = () => app.send('DELETE', path, { token: owner.token });
    const lock = sql`select 1 from unit_state where venue_id = ${owner.venueId} and unit_id = ${unit.id} for update`;
    const replies = await collide(app, lock, [remove, remove]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('a change of a drink that is deleted at that moment finds no drink', async () => {
    const token = owner.token;
    const rename = () =>
      app.send('PUT', `/api/drinks/${unit.cubaLibre}`, { token, body: { name: 'Late' } });
    const replies = await collide(
      app,
      sql`with locked as (
          select 1 from unit_state where venue_id = ${owner.venueId} and unit_id = ${unit.id} for update
        )
        update drinks set deleted_at = now()
        where venue_id = ${owner.venueId} and id = ${unit.cubaLibre} and exists (select 1 from locked)`,
      [rename],
    );
    expect(replies.map(({ status }) => status)).toEqual([404]);
  });
});

describe('undelete drink', () => {
  let stranger: TestOwner;
  withApp({ owner: 'Rooftop', unit: 'each' });
  beforeAll(async () => {
    stranger = await addOwner(app, 'Stranger');
  });

  const create = async (name: string, ingredients: string[]): Promise<string> => {
    const body = { name, price: 7, ingredients, venueId: owner.venueId, unitId: unit.id };
    return (await app.send('POST', '/api/drinks', { token: owner.token, body })).body.id;
  };
  const remove = (id: string) =>
    app.send('DELETE', `/api/venues/${owner.venueId}/drinks/${id}`, { token: owner.token });
  const undelete = (id: string, { token, venueId } = owner) =>
    app.send('POST', `/api/venues/${venueId}/drinks/${id}/undelete`, { token });
  const list = async (): Promise<{ name: string; currentRank: number }[]> =>
    (await app.send('GET', `/api/drinks/${owner.venueId}?unit=${unit.id}`, { token: owner.token }))
      .body;
  const ranked = async () =>
    (await list()).map(({ name, currentRank }) => `${currentRank} ${name}`);
  const menu = async (): Promise<string[]> =>
    (
      await app.send('GET', `/api/units/${unit.unitNumber}/menu`, { token: unit.key })
    ).body.drinks.map(({ id }: { id: string }) => id);

  test('a deleted drink comes back at its former rank, as it was', async () => {
    const rum = await create('Rum', [unit.rum]);
    await create('Cola', [unit.cola]);
    const [before, drinks] = [await ranked(), await list()];
    await remove(rum);
    expect(await ranked()).toEqual(['0 Cuba Libre', '1 Cola']);
    expect(await menu()).not.toContain(rum);
    const { status, body } = await undelete(rum);
    expect(status).toBe(200);
    expect(body).toEqual(drinks.find(({ name }) => name === 'Rum'));
    expect(await ranked()).toEqual(before);
    expect(await menu()).toContain(rum);
  });

  test('it is ranked last where fewer drinks are left', async () => {
    const [rum, cola] = [await create('Rum', [unit.rum]), await create('Cola', [unit.cola])];
    await remove(cola);
    await remove(rum);
    await remove(unit.cubaLibre);
    await undelete(cola);
    expect(await ranked()).toEqual(['0 Cola']);
    await undelete(unit.cubaLibre);
    expect(await ranked()).toEqual(['0 Cuba Libre', '1 Cola']);
  });

  test('it is refused, and nothing changes, while another drink has its ingredients', async () => {
    await remove(unit.cubaLibre);
    const other = await create('Rum and Cola', [unit.rum, unit.cola]);
    const message = drinkMessages.replaced('Cuba Libre', 'Rum and Cola');
    expect(await undelete(unit.cubaLibre)).toMatchObject({
      status: 409,
      body: { error: { message } },
    });
    expect(await ranked()).toEqual(['0 Rum and Cola']);
    await remove(other);
    expect((await undelete(unit.cubaLibre)).status).toBe(200);
  });

  test('of two requests at once the second one is refused', async () => {
    await remove(unit.cubaLibre);
    const replies = await Promise.all([undelete(unit.cubaLibre), undelete(unit.cubaLibre)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.error.message).toBe(drinkMessages.notDeleted('Cuba Libre'));
    expect(await ranked()).toEqual(['0 Cuba Libre']);
  });

  test('drinks of others, of deleted units and unknown ones are not found', async () => {
    await remove(unit.cubaLibre);
    const other = { ...stranger, venueId: owner.venueId };
    for (const as of [stranger, other]) {
      expect((await undelete(unit.cubaLibre, as)).status).toBe(404);
    }
    for (const id of [randomUUID(), 'nothing']) expect((await undelete(id)).status).toBe(404);
    await app.send('DELETE', `/api/units/${unit.unitNumber}`, { token: owner.token });
    expect((await undelete(unit.cubaLibre)).status).toBe(404);
  });

  test('it counts for the limit of the owner again', async () => {
    await remove(unit.cubaLibre);
    const one = await create('Rum', [unit.rum]);
    const { count } = await app.db
      .selectFrom('drinks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('venue_id', '=', owner.venueId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    const limit = (quotas: object | null) =>
      app.db
        .updateTable('users')
        .set({ quotas: quotas && JSON.stringify(quotas) } as object)
        .where('id', '=', owner.userId)
        .execute();
    await limit({ drinks: count });
    expect((await undelete(unit.cubaLibre)).status).toBe(422);
    await remove(one);
    expect((await undelete(unit.cubaLibre)).status).toBe(200);
    await limit(null);
  });

  test('both are in the audit log, with the drink, the unit and the price', async () => {
    await remove(unit.cubaLibre);
    await undelete(unit.cubaLibre);
    const rows = await app.db
      .selectFrom('audit')
      .select(['action', 'target', 'old_value', 'new_value'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    const target = `Cuba Libre on unit ${unit.unitNumber}`;
    const price = { price: expect.any(Number) };
    expect(rows).toEqual([
      { action: 'drink.undeleted', target, old_value: null, new_value: price },
      { action: 'drink.deleted', target, old_value: price, new_value: null },
    ]);
  });
});
