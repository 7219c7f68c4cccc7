import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { addOwner, createUnit, type TestUnit } from '../testing/app.ts';
import { addBeerUnit, listUnit } from '../testing/stock.ts';
import { app, owner, send, signInAgain, unit, withApp } from '../testing/with-app.ts';
import { deleteOldCopies } from './copies.queries.ts';

withApp({ owner: { each: 'Rooftop' }, unit: 'each' });

const all = ['ingredients', 'thresholds', 'prices', 'drinks', 'texts'];
const newUnit = async (venueId = owner.venueId): Promise<{ _id: string; unitNumber: number }> =>
  (await send('POST', `/api/units/${venueId}`, {})).body;
const copy = (to: readonly (string | number)[], more: object = {}, token = owner.token) =>
  send(
    'POST',
    '/api/copies',
    { from: source.unitNumber.toString(), to: to.map(String), parts: all, mode: 'equal', ...more },
    token,
  );
const listed = async (venueId = owner.venueId) =>
  (await send('GET', `/api/venues/${venueId}/copies`)).body as EndpointResponse<'listCopies'>;
const undo = (id: string) => send('POST', `/api/copies/${id}/undo`);
const drinksOf = async (unitId: string, venueId = owner.venueId) =>
  (await send('GET', `/api/drinks/${venueId}?unit=${unitId}`)).body as {
    id: string;
    name: string;
    price: number;
    active: boolean;
  }[];

/** The menu of a unit without ids, number and names of the place. */
async function menuOf(unitNumber: number): Promise<unknown> {
  const { body } = await send('GET', `/api/units/${unitNumber}/menu`);
  const { unitNumber: _, venueName: _venue, ...menu } = body;
  return JSON.parse(
    JSON.stringify(menu, (name, value) => (['id', '_id'].includes(name) ? undefined : value)),
  );
}
const stockOf = async (unitNumber: number) =>
  (await listUnit(unitNumber))
    .filter(({ activeInUnit }) => activeInUnit)
    .map(({ name, price, doublePrice, threshold, positionInUnit }) => ({
      name,
      price,
      doublePrice,
      threshold,
      positionInUnit,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));

let source: { _id: string; unitNumber: number };
beforeEach(async () => {
  source = await newUnit();
  await send('POST', `/api/units/${source.unitNumber}/standard-bar`, { bar: 'classic' });
  await send('PUT', `/api/units/updateUnitDetails/${source.unitNumber}`, {
    homeHelperText: 'Tap to order',
  });
  const [first, second] = await drinksOf(source._id);
  await send('PUT', `/api/drinks/${first?.id}`, { active: false, price: 21.5 });
  await send('PUT', '/api/drinks', [{ id: second?.id, ranking: { current: 5, previous: 1 } }]);
});

describe('a copy of the setup', () => {
  test('COPY-01 with "equal" makes the menus of source and target equal but for ids', async () => {
    const empty = await newUnit();
    const preview = await copy([empty.unitNumber, unit.unitNumber], { preview: true });
    expect(preview.status, preview.text).toBe(200);
    expect(preview.body).toMatchObject({ id: null, targets: [{ status: 200 }, { status: 200 }] });
    expect(await drinksOf(empty._id)).toEqual([]);

    const { body } = await copy([empty.unitNumber, unit.unitNumber]);
    expect(body.targets.map((one: any) => [one.message, one.cannot])).toEqual([
      ['', []],
      ['', []],
    ]);
    expect(body.targets.map(({ adds }: any) => adds)).toEqual(
      preview.body.targets.map(({ adds }: any) => adds),
    );
    expect(body.targets[1].removes).toContainEqual({ kind: 'ingredient', name: 'Rum' });
    for (const { unitNumber } of [empty, unit]) {
      expect(await menuOf(unitNumber)).toEqual(await menuOf(source.unitNumber));
      expect(await stockOf(unitNumber)).toEqual(await stockOf(source.unitNumber));
    }
  });

  test('COPY-01 also of a unit of another venue of the owner, with the weights of what is new there', async () => {
    const [weighed] = await listUnit(source.unitNumber);
    const weights = { tareWeight: 482.5, density: 0.947 };
    await send('PUT', `/api/ingredients/${weighed?._id}`, { unitId: source._id, ...weights });
    const venue = await send('POST', '/api/users/venues', { name: 'Terrace' });
    const venueId: string = venue.body._id ?? venue.body.id;
    const there = await newUnit(venueId);
    const { body } = await copy([there._id]);
    const stock = await send('GET', `/api/venues/${venueId}/units/${there.unitNumber}`);
    expect(stock.body.filter(({ tareWeight }: any) => tareWeight)).toMatchObject([
      { name: weighed?.name, ...weights },
    ]);
    expect(body.targets).toMatchObject([{ status: 200, message: '', cannot: [] }]);
    expect(await menuOf(there.unitNumber)).toEqual(await menuOf(source.unitNumber));
    const again = await copy([there._id]);
    expect(again.body).toMatchObject({
      id: null,
      targets: [{ adds: [], changes: [], removes: [] }],
    });
  });

  test.each(['add', 'equal'])(
    'COPY-02 copied twice with "%s", the second has no differences',
    async (mode) => {
      expect((await copy([unit.unitNumber], { mode })).body.id).not.toBeNull();
      const again = await copy([unit.unitNumber], { mode, preview: true });
      expect(again.body.targets).toMatchObject([
        { adds: [], changes: [], removes: [], cannot: [] },
      ]);
    },
  );

  test('"add" keeps what only the target has', async () => {
    const before = await drinksOf(unit.id);
    await copy([unit.unitNumber], { mode: 'add' });
    const names = (await drinksOf(unit.id)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(before.map(({ name }) => name)));
    expect(names.length).toBeGreaterThanOrEqual(20);
  });

  test('COPY-03 from a classic to a beer unit: what cannot be there is listed, the rest is copied', async () => {
    const beer = await addBeerUnit();
    const { body } = await copy([beer.unitNumber]);
    const [target] = body.targets;
    expect(target).toMatchObject({ status: 200, message: '' });
    const names = (kind: string, list: any[]) =>
      list.filter((one) => one.kind === kind).map(({ name }) => name);
    const stocked = await listUnit(beer.unitNumber);
    expect(stocked.map(({ positionInUnit }) => positionInUnit)).toEqual([['1'], ['2']]);
    expect(names('ingredient', target.adds)).toEqual(stocked.map(({ name }) => name));
    expect(names('ingredient', target.cannot)).toHaveLength(18);
    expect(target.cannot.every(({ reason }: any) => reason.length > 0)).toBe(true);
    const drinks = await drinksOf(beer._id);
    expect(drinks.length + names('drink', target.cannot).length).toBe(20);
    expect(await menuOf(beer.unitNumber)).toMatchObject({ homeHelperText: 'Tap to order' });
  });

  test('COPY-04 undone after one price was edited by hand: that one stays and is listed', async () => {
    const before = [await menuOf(unit.unitNumber), await stockOf(unit.unitNumber)];
    const { body } = await copy([unit.unitNumber]);
    const [first, second] = await drinksOf(unit.id);
    await send('PUT', `/api/drinks/${second?.id}`, { price: 77 });
    const undone = await undo(body.id);
    expect(undone.body.targets).toMatchObject([
      { status: 200, message: '', kept: [{ kind: 'drink', name: second?.name }] },
    ]);
    const left = await drinksOf(unit.id);
    expect(left.map(({ name }) => name)).not.toContain(first?.name);
    expect(left.find(({ id }) => id === second?.id)).toMatchObject({ price: 77 });
    await send('DELETE', `/api/venues/${owner.venueId}/drinks/${second?.id}`);
    expect([await menuOf(unit.unitNumber), await stockOf(unit.unitNumber)]).toEqual(before);
    expect((await undo(body.id)).status).toBe(409);
  });

  test('COPY-04 the edited price of a drink that both have stays', async () => {
    const twin = await newUnit();
    await copy([twin.unitNumber]);
    const [first, second] = await drinksOf(source._id);
    for (const one of [first, second]) await send('PUT', `/api/drinks/${one?.id}`, { price: 30 });
    const { body } = await copy([twin.unitNumber], { parts: ['prices'] });
    const own = await drinksOf(twin._id);
    expect(own.slice(0, 2).map(({ price }) => price)).toEqual([30, 30]);
    await send('PUT', `/api/drinks/${own[0]?.id}`, { price: 31 });
    const undone = await undo(body.id);
    expect(undone.body.targets[0].kept).toEqual([{ kind: 'drink', name: own[0]?.name }]);
    const prices = (await drinksOf(twin._id)).slice(0, 2).map(({ price }) => price);
    expect(prices).toEqual([31, second?.price]);
  });

  test('a unit that was changed since the preview is refused with 409, the others are done', async () => {
    const other = await newUnit();
    const to = [unit.unitNumber, other.unitNumber];
    const preview = await copy(to, { preview: true });
    const expected = Object.fromEntries(
      preview.body.targets.map((one: any) => [one.unitNumber, one.version]),
    );
    await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 3 });
    const { body } = await copy(to, { expected });
    expect(body.targets.map(({ status }: any) => status)).toEqual([409, 200]);
    expect((await drinksOf(unit.id)).map(({ price }) => price)).toContain(3);
    expect(await menuOf(other.unitNumber)).toEqual(await menuOf(source.unitNumber));
  });

  test('each price that changes is in the log, and so is the copy', async () => {
    const twin = await newUnit();
    await copy([twin.unitNumber]);
    const [first] = await drinksOf(source._id);
    await send('PUT', `/api/drinks/${first?.id}`, { price: 30 });
    await copy([twin.unitNumber], { parts: ['prices'] });
    const { body } = await send('GET', '/api/audit');
    const target = expect.stringContaining(String(twin.unitNumber));
    expect(body.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'drink.price_updated', target }),
        expect.objectContaining({ action: 'setup.copied', target }),
      ]),
    );
  });

  test('COPY-05 a unit of another owner is none, and no row has an ingredient of another owner', async () => {
    const stranger = await addOwner(app, 'Stranger');
    const theirs: TestUnit = await createUnit(app, stranger);
    expect((await copy([theirs.unitNumber])).status).toBe(404);
    expect((await copy([unit.unitNumber, theirs.id])).status).toBe(404);
    expect((await copy([theirs.unitNumber], {}, stranger.token)).status).toBe(404);
    expect((await send('POST', `/api/copies/${theirs.id}/undo`)).status).toBe(404);
    const { body } = await copy([unit.unitNumber]);
    const other = await app.send('POST', `/api/copies/${body.id}/undo`, { token: stranger.token });
    expect(other.status).toBe(404);
    const parts = await app.db
      .selectFrom('drink_ingredients')
      .select(['venue_id', 'ingredient_id'])
      .execute();
    const ingredients = await app.db.selectFrom('ingredients').select(['id', 'venue_id']).execute();
    const venueOf = new Map(ingredients.map(({ id, venue_id }) => [id, venue_id]));
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) expect(venueOf.get(part.ingredient_id)).toBe(part.venue_id);
    expect((await drinksOf(theirs.id, stranger.venueId)).length ?? 0).toBe(0);
  });

  test('copies of a venue are listed with what is still to undo, also in its other venues', async () => {
    const terrace = await send('POST', '/api/users/venues', { name: 'Terrace' });
    const there = await newUnit(terrace.body._id ?? terrace.body.id);
    const gone = await newUnit();
    expect(await listed()).toEqual([]);
    const { body: first } = await copy([unit.unitNumber, there.unitNumber, gone.unitNumber]);
    await send('DELETE', `/api/units/${gone.unitNumber}`);
    const { body: second } = await copy([unit.unitNumber], { mode: 'add', from: there._id });
    expect(second.id).toBeNull();
    expect(await listed()).toMatchObject([
      {
        id: first.id,
        from: `Unit ${source.unitNumber}`,
        units: [
          { unitNumber: unit.unitNumber, state: 'copied' },
          { unitNumber: there.unitNumber, venueName: 'Terrace', state: 'copied' },
          { unitNumber: gone.unitNumber, state: 'deleted' },
        ],
      },
    ]);
    await undo(first.id);
    const [undone] = await listed(terrace.body._id ?? terrace.body.id);
    expect(undone?.units.map(({ state }) => state)).toEqual(['undone', 'undone', 'deleted']);
    const stranger = await addOwner(app, 'Outsider');
    const path = `/api/venues/${owner.venueId}/copies`;
    expect((await app.send('GET', path, { token: stranger.token })).status).toBe(404);
  });

  test('a copy cannot be undone after 30 days, when it is not listed any more and then deleted', async () => {
    const { body } = await copy([unit.unitNumber]);
    await deleteOldCopies(app.db, app.deps.now());
    expect((await listed()).map(({ id }) => id)).toEqual([body.id]);
    app.setNow(new Date(Date.now() + 31 * 86_400_000));
    await signInAgain();
    expect((await undo(body.id)).status).toBe(409);
    expect(await listed()).toEqual([]);
    await deleteOldCopies(app.db, app.deps.now());
    expect((await undo(body.id)).status).toBe(404);
  });
});
