import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { addOwner, createUnit } from '../testing/app.ts';
import * as stock from '../testing/stock.ts';
import { add, change, read, withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

describe('ingredients', () => {
  withAStockedUnit();

  describe('creating an ingredient', () => {
    test('a new ingredient has the specified defaults on a classic unit, and is inactive there without positions', async () => {
      const { status, body } = await add();
      expect(status).toBe(201);
      expect(body).toMatchObject({
        name: 'Gin',
        price: 0,
        doublePrice: 0,
        source: 'carousel',
        baseOrMixer: ['base'],
        category: 'Liquor',
        servingSize: 45,
        ingredientSize: 1000,
        ingredientPouringTime: null,
        threshold: 20,
        capacityRemaining: 0,
        positionInUnit: [],
        places: [],
        imageURL: '',
        activeInUnit: false,
        isCapacityFull: true,
        unitId: unit.id,
        venueId: owner.venueId,
      });
      expect(body._id).toBe(body.id);
      expect(await read(body.id)).toEqual(body);
    });

    test('a new ingredient on a beer unit defaults to a keg', async () => {
      const beer = await stock.addBeerUnit();
      const { body } = await add({ unitId: String(beer.unitNumber), category: 'Beer' });
      expect(body).toMatchObject({
        servingSize: 480,
        ingredientSize: 50_000,
        category: 'Beer',
        unitId: beer._id,
      });
    });

    test('a new ingredient starts full at its positions, without duplicates and in numeric order, and last in the list', async () => {
      const { body } = await add({ positionInUnit: ['10', '2', '010', '3'], ingredientSize: 750 });
      expect(body).toMatchObject({
        positionInUnit: ['2', '3', '10'],
        activeInUnit: true,
        capacityRemaining: 2250,
        isCapacityFull: true,
        places: [2, 3, 10].map((position) => ({
          position: String(position),
          sizeMl: 750,
          remainingMl: 750,
        })),
      });
      expect((await stock.listUnit()).at(-1)).toEqual(body);
      expect(await stock.positions()).toEqual(['1', '2', '3', '10', '101']);
    });

    test('a new ingredient stores the requested price, threshold and size', async () => {
      const received = {
        price: 12.55,
        doublePrice: 20,
        threshold: 0,
        source: 'soda gun',
        servingSize: 120,
        ingredientSize: 11_356.23,
        positionInUnit: ['104'],
      };
      const { body } = await add(received);
      expect(body).toMatchObject({ ...received, baseOrMixer: ['mixer'] });
    });

    test('a new ingredient accepts a brand image of its owner', async () => {
      const keep = async (ownerId: string) => {
        const key = `brands/${randomUUID()}-gin.png`;
        const file = { id: randomUUID(), key, content_type: 'image/png', size_bytes: 100 };
        await app.db
          .insertInto('files')
          .values({ ...file, owner_id: ownerId, state: 'stored', created_at: new Date() })
          .execute();
        return key;
      };
      const [own, foreign] = [
        await keep(owner.userId),
        await keep((await addOwner(app, `Stranger ${randomUUID()}`)).userId),
      ];
      const made = await add({ imageURL: own });
      expect(made).toMatchObject({ status: 201, body: { imageURL: own } });
      const before = await stock.listVenue();
      for (const imageURL of [foreign, 'brands/never-issued.png']) {
        expect((await add({ imageURL })).status).toBe(404);
        expect((await change(made.body.id, { imageURL })).status).toBe(404);
      }
      expect(await stock.listVenue()).toEqual(before);
      expect((await change(made.body.id, { imageURL: '' })).body.imageURL).toBe('');
    });

    test('a new ingredient is accepted only for a unit of the venue', async () => {
      const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
      const theirs = await createUnit(app, stranger);
      const second = (
        await app.send('POST', '/api/users/venues', {
          token: owner.token,
          body: { name: 'Cellar' },
        })
      ).body;
      for (const place of [
        { unitId: theirs.id },
        { venueId: stranger.venueId },
        { venueId: second.id },
        { unitId: 'nothing' },
      ]) {
        const response = await add(place);
        expect(response).toMatchObject({
          status: 404,
          body: { error: { message: expect.any(String) } },
        });
      }
    });
  });

  describe('ingredient lists', () => {
    test('lists an ingredient once per unit that has it, by unit, in the order of each list', async () => {
      const other = await createUnit(app, owner);
      const placed = await change(unit.rum, {
        unitId: other.id,
        price: 5,
        positionInUnit: ['2'],
      });
      expect(placed).toMatchObject({ status: 200, body: { unitId: other.id, price: 5 } });
      const keys = (rows: any[]) => rows.map((row) => `${row.unitId} ${row.name}`);
      const here = [`${unit.id} Rum`, `${unit.id} Cola`];
      const there = [`${other.id} Rum`, `${other.id} Cola`, `${other.id} Rum`];
      const all = keys(await stock.listVenue());
      expect(all.filter((key) => [...here, ...there].includes(key))).toEqual([...here, ...there]);
      expect(await stock.listVenue('?unit=all')).toEqual(await stock.listVenue());
      expect(keys(await stock.listVenue(`?unit=${unit.id}`))).toEqual(here);
      expect(keys(await stock.listVenue(`?unit=${other.unitNumber}`))).toEqual(there);
      expect(await stock.listUnit(other.id)).toEqual(await stock.listVenue(`?unit=${other.id}`));
      expect(await read(unit.rum)).toMatchObject({ price: 7, positionInUnit: ['1'] });
      expect(await read(unit.rum, other.id)).toMatchObject({ price: 5, positionInUnit: ['2'] });
    });

    test('ingredient lists include the level of every position', async () => {
      await add({ positionInUnit: ['2', '3'] });
      await stock.leaveMl(2, 0.1);
      await stock.leaveMl(3, 0.2);
      expect((await stock.listUnit()).at(-1)).toMatchObject({
        capacityRemaining: 0.3,
        isCapacityFull: false,
        places: [
          { position: '2', sizeMl: 1000, remainingMl: 0.1 },
          { position: '3', sizeMl: 1000, remainingMl: 0.2 },
        ],
      });
    });

    test('ingredient lists accept only a unit of that venue', async () => {
      const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
      const theirs = await createUnit(app, stranger);
      for (const path of [`units/${theirs.id}`, `ingredients?unit=${theirs.unitNumber}`]) {
        const response = await app.send('GET', `/api/venues/${owner.venueId}/${path}`, {
          token: owner.token,
        });
        expect(response.status).toBe(404);
      }
      const foreign = `/api/ingredients/${theirs.rum}/${unit.id}`;
      expect((await app.send('GET', foreign, { token: owner.token })).status).toBe(404);
    });
  });

  describe('servings sold', () => {
    const sales = async (ingredients: unknown) =>
      app.send('POST', `/api/venues/${owner.venueId}/ingredient-sales`, {
        token: owner.token,
        body: { ingredients },
      });

    test('counts servings sold in all units of the venue, a double twice, and omits ingredients of other venues', async () => {
      const other = await createUnit(app, owner);
      const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
      const theirs = await createUnit(app, stranger);
      await change(unit.rum, { unitId: other.id, positionInUnit: ['3'] });
      const sell = (token: string, drinks: object[]) =>
        app.send('POST', '/api/orders', { token, body: { drinks } });
      await sell(unit.key, [{ drinkId: unit.cubaLibre, quantity: 3, successQuantity: 2 }]);
      await sell(unit.key, [{ ingredients: [unit.rum], isDouble: true }]);
      await sell(other.key, [{ ingredients: [unit.rum] }]);
      const received = [
        unit.cola,
        theirs.rum,
        'nothing',
        randomUUID(),
        unit.rum,
        unit.cola,
        other.rum,
      ];
      expect(await sales(received)).toMatchObject({
        status: 200,
        body: [
          { ingredientId: unit.cola, quantity: 2 },
          { ingredientId: unit.rum, quantity: 5 },
          { ingredientId: other.rum, quantity: 0 },
        ],
      });
      expect((await sales([])).body).toEqual([]);
      expect((await sales('rum')).status).toBe(400);
    });
  });

  describe('invalid ingredients', () => {
    const errorsOf = ({ body }: { body: any }) => {
      expect(body.msg.errors).toEqual(body.errors);
      return body.errors;
    };

    test.each([
      ['a missing name', { name: undefined }, 'name', 'Cannot be empty'],
      ['an empty name', { name: '  ' }, 'name', 'Cannot be empty'],
      ['a name without an end', { name: 'x'.repeat(10_000) }, 'name', 'Use at most 200 characters'],
      ['a name with control characters', { name: 'G\u0000in' }, 'name', /plain text/],
      ['a name that reads backwards', { name: 'G\u202Ein' }, 'name', /plain text/],
      ['a threshold of letters', { threshold: 'abc' }, 'threshold', /percentage/],
      ['a threshold over 100', { threshold: 101 }, 'threshold', /percentage/],
      ['a broken threshold', { threshold: 12.5 }, 'threshold', /whole percentage/],
      [
        'a pouring time of 4999',
        { ingredientPouringTime: 4999 },
        'ingredientPouringTime',
        /min is/,
      ],
      [
        'a pouring time of 30001',
        { ingredientPouringTime: 30_001 },
        'ingredientPouringTime',
        /max/,
      ],
      ['an empty bottle of nothing', { tareWeight: 0 }, 'tareWeight', /grams/],
      ['a density of oil by the litre', { density: 947 }, 'density', /per ml/],
      ['a density of four decimals', { density: 0.9471 }, 'density', /per ml/],
      ['a negative price', { price: -1 }, 'price', 'Cannot be negative'],
      ['a price in fractions of a cent', { price: 1.005 }, 'price', 'Use at most two decimals'],
      ['a double price of text', { doublePrice: '5' }, 'doublePrice', /amount/],
      ['a serving of nothing', { source: 'soda gun', servingSize: 0.001 }, 'servingSize', /ml/],
      ['a bottle of nothing', { ingredientSize: 0 }, 'ingredientSize', /ml/],
      ['a source that there is not', { source: 'shelf' }, 'source', /carousel/],
      ['a category that there is not', { category: 'Tea' }, 'category', /category/],
      ['position 17', { positionInUnit: ['2', '17'] }, 'positionInUnit', /Position 17 /],
      ['position 0', { positionInUnit: ['0'] }, 'positionInUnit', /Position 0 /],
      [
        'a carousel position for the soda gun',
        { source: 'soda gun', positionInUnit: ['7'] },
        'positionInUnit',
        /Position 7 .*soda gun/,
      ],
      [
        'a soda gun position for the carousel',
        { positionInUnit: ['101'] },
        'positionInUnit',
        /101/,
      ],
      ['a position of letters', { positionInUnit: ['x'] }, 'positionInUnit.0', /position/],
    ])(
      '%s is refused with a field error, when adding and when updating',
      async (_, wrong, field, described) => {
        const before = await stock.listVenue();
        const received = Object.fromEntries(
          Object.entries(wrong).filter(([, value]) => value !== undefined),
        );
        const attempts = [await add({ ...received, ...('name' in wrong && { name: wrong.name }) })];
        if (Object.keys(received).length > 0) attempts.push(await change(unit.rum, received));
        for (const attempt of attempts) {
          expect(attempt.status).toBe(400);
          const errors = errorsOf(attempt);
          expect(Object.keys(errors)).toEqual([field]);
          expect(errors[field]).toMatch(described);
        }
        expect(await stock.listVenue()).toEqual(before);
      },
    );

    test.each([
      ['the carousel of a beer unit ends at 2', { positionInUnit: ['3'] }, 'positionInUnit'],
      ['a beer unit has no soda gun', { source: 'soda gun' }, 'source'],
    ])('rejects invalid input: %s', async (_, wrong, field) => {
      const beer = await stock.addBeerUnit();
      const response = await add({ unitId: beer._id, ...wrong });
      expect(response.status).toBe(400);
      expect(Object.keys(errorsOf(response))).toEqual([field]);
    });

    test.each([5000, 30_000, null])(
      'accepts a pouring time of %s',
      async (ingredientPouringTime) => {
        const response = await add({ ingredientPouringTime });
        expect(response).toMatchObject({ status: 201, body: { ingredientPouringTime } });
      },
    );

    test("an ingredient that is another owner's, missing or not in the unit returns 404", async () => {
      const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
      const theirs = await createUnit(app, stranger);
      const other = await createUnit(app, owner);
      for (const id of [theirs.rum, randomUUID(), 'nothing', 'DROP TABLE']) {
        expect((await change(id, { name: 'Mine' })).status).toBe(404);
        expect((await stock.deactivate(id)).status).toBe(404);
        expect((await stock.restore(id)).status).toBe(404);
      }
      expect((await stock.deactivate(other.rum)).status).toBe(404);
      expect((await stock.restore(other.rum)).status).toBe(404);
    });
  });
});

describe('ingredient fields', () => {
  withAStockedUnit();

  // These address the ingredient or state conditions of the update; none of them is stored.
  const {
    expected: _,
    overrides: _overrides,
    unitId: _unitId,
    venueId: _venueId,
    ...shape
  } = endpoints.updateIngredient.body.shape;

  /** The other fields make the sample valid under the rules for ingredients. */
  const samples: Record<keyof typeof shape, { sent: unknown; others?: object }> = {
    name: { sent: 'White Rum' },
    price: { sent: 8.25 },
    doublePrice: { sent: 13.75 },
    source: { sent: 'soda gun', others: { baseOrMixer: ['mixer'], positionInUnit: ['102'] } },
    baseOrMixer: { sent: ['mixer'] },
    category: { sent: 'Wine', others: { baseOrMixer: ['mixer'] } },
    servingSize: { sent: 30, others: { baseOrMixer: ['mixer'], category: 'Wine' } },
    ingredientSize: { sent: 750 },
    ingredientPouringTime: { sent: 7000 },
    tareWeight: { sent: 482.5 },
    density: { sent: 0.947 },
    threshold: { sent: 35 },
    positionInUnit: { sent: ['3', '4'] },
    imageURL: { sent: 'brands/rum.png' },
  };

  test.each(Object.keys(shape))('an update of an ingredient stores %s', async (field) => {
    const sample = new Map(Object.entries(samples)).get(field);
    expect(sample, `no sample value for ${field}`).toBeDefined();
    if (field === 'imageURL') await storeImage('brands/rum.png');
    const before = await read(unit.rum);
    expect(before[field]).not.toEqual(sample?.sent);
    const changes = { ...sample?.others, [field]: sample?.sent };
    const body = { ...changes, venueId: owner.venueId, expected: { [field]: before[field] } };
    expect(await change(unit.rum, body)).toMatchObject({ status: 200 });
    expect(await read(unit.rum)).toMatchObject(changes);
  });

  test('weights that change are in the audit log, as they were and are', async () => {
    const logged = async () => {
      const { body } = await app.send('GET', '/api/audit', { token: owner.token });
      return body.entries
        .filter(({ action }: any) => action === 'ingredient.weights_updated')
        .map(({ target, oldValue, newValue }: any) => [target, oldValue, newValue]);
    };
    const target = `Rum on unit ${unit.unitNumber}`;
    await change(unit.rum, { tareWeight: 482.5, density: 0.947 });
    await change(unit.rum, { tareWeight: 482.5, threshold: 30 });
    await change(unit.rum, { tareWeight: null });
    expect((await logged()).slice(0, 2)).toEqual([
      [target, { tareWeight: 482.5, density: 0.947 }, { density: 0.947 }],
      [target, {}, { tareWeight: 482.5, density: 0.947 }],
    ]);
  });

  async function storeImage(key: string): Promise<void> {
    const file = { id: randomUUID(), key, content_type: 'image/png', size_bytes: 100 };
    await app.db
      .insertInto('files')
      .values({ ...file, owner_id: owner.userId, state: 'stored', created_at: new Date() })
      .execute();
  }
});
