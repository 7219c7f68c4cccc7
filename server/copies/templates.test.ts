import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { addOwner, addSuperAdmin, createUnit, type TestOwner } from '../testing/app.ts';
import { listUnit } from '../testing/stock.ts';
import { app, owner, send, unit, withApp } from '../testing/with-app.ts';

withApp({ owner: { each: 'Rooftop' }, unit: 'each' });

const all = ['ingredients', 'thresholds', 'prices', 'drinks', 'texts'];
const newUnit = async ({ venueId, token }: Pick<TestOwner, 'venueId' | 'token'> = owner): Promise<{
  _id: string;
  unitNumber: number;
}> => (await send('POST', `/api/units/${venueId}`, {}, token)).body;
const save = (name: string, more: object = {}, token = owner.token) =>
  send(
    'POST',
    `/api/venues/${owner.venueId}/setup-templates`,
    { name, from: String(unit.unitNumber), ...more },
    token,
  );
const listed = async ({ venueId, token }: Pick<TestOwner, 'venueId' | 'token'> = owner) =>
  (await send('GET', `/api/venues/${venueId}/setup-templates`, undefined, token))
    .body as EndpointResponse<'listSetupTemplates'>;
const apply = (template: string, to: readonly number[], more: object = {}, token = owner.token) =>
  send(
    'POST',
    '/api/copies',
    { template, to: to.map(String), parts: all, mode: 'equal', ...more },
    token,
  );
const remove = (id: string, token = owner.token) =>
  send('DELETE', `/api/venues/${owner.venueId}/setup-templates/${id}`, undefined, token);

/** Menu of a unit without ids, its number and the venue. */
async function menuOf(unitNumber: number, token = owner.token): Promise<unknown> {
  const { body } = await send('GET', `/api/units/${unitNumber}/menu`, undefined, token);
  const { unitNumber: _, venueName: _venue, ...menu } = body;
  return JSON.parse(
    JSON.stringify(menu, (name, value) => (['id', '_id'].includes(name) ? undefined : value)),
  );
}

let admin: string;
beforeEach(async () => {
  admin = await addSuperAdmin(app);
});

describe('a template', () => {
  test('is saved from a unit, listed, and applied to units as they were then, and undone', async () => {
    await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, {
      homeHelperText: 'Tap to order',
    });
    const then = await menuOf(unit.unitNumber);
    const saved = await save('Opening night');
    expect(saved.status, saved.text).toBe(201);
    expect(await listed()).toEqual([saved.body]);
    expect(saved.body).toMatchObject({
      name: 'Opening night',
      forAllOwners: false,
      category: 'ROTENDER_CLASSIC',
      ingredients: 2,
      drinks: 1,
    });
    await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 77 });
    const empty = await newUnit();
    const preview = await apply(saved.body.id, [empty.unitNumber], { preview: true });
    expect(preview.body.targets[0].adds).toHaveLength(3);
    const { body } = await apply(saved.body.id, [empty.unitNumber, unit.unitNumber]);
    expect(body.targets).toMatchObject([
      { status: 200, cannot: [] },
      { status: 200, cannot: [], changes: [{ name: 'Cuba Libre' }] },
    ]);
    expect(await menuOf(empty.unitNumber)).toEqual(then);
    expect(await menuOf(unit.unitNumber)).toEqual(then);
    const copies = await send('GET', `/api/venues/${owner.venueId}/copies`);
    expect(copies.body).toMatchObject([{ from: 'Opening night' }]);
    await send('POST', `/api/copies/${body.id}/undo`);
    expect((await listUnit(empty.unitNumber)).filter(({ activeInUnit }) => activeInUnit)).toEqual(
      [],
    );
  });

  test('needs a name of its own, and a unit of the venue', async () => {
    expect((await save('Summer')).status).toBe(201);
    expect((await save('summer')).status).toBe(409);
    expect((await save('Winter', { from: 'all' })).status).toBe(404);
    const both = { from: String(unit.unitNumber) };
    const [{ id } = { id: '' }] = await listed();
    expect((await apply(id, [unit.unitNumber], both)).status).toBe(400);
  });

  test('is deleted, and is in the log with what was copied from it', async () => {
    const { body } = await save('Summer');
    const empty = await newUnit();
    await apply(body.id, [empty.unitNumber]);
    expect((await remove(body.id)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await remove(body.id)).status).toBe(404);
    expect((await apply(body.id, [empty.unitNumber])).status).toBe(404);
    const { body: log } = await send('GET', '/api/audit');
    expect(log.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'template.created', target: 'template Summer' }),
        expect.objectContaining({ action: 'template.deleted', target: 'template Summer' }),
        expect.objectContaining({
          action: 'setup.copied',
          newValue: expect.objectContaining({ from: 'template Summer' }),
        }),
      ]),
    );
  });
});

describe('templates over owners', () => {
  let stranger: TestOwner;
  let strangers = 0;
  beforeEach(async () => {
    strangers += 1;
    stranger = await addOwner(app, `Terrace ${strangers}`);
  });

  test('COPY-05 only super administrators make and delete templates for all owners', async () => {
    expect((await save('House', { forAllOwners: true })).status).toBe(403);
    const { body } = await save('House', { forAllOwners: true }, admin);
    expect(body).toMatchObject({ forAllOwners: true });
    const shown = expect.arrayContaining([expect.objectContaining({ id: body.id })]);
    expect(await listed()).toEqual(shown);
    expect(await listed(stranger)).toEqual(shown);
    expect((await remove(body.id)).status).toBe(403);
    expect((await remove(body.id, admin)).status).toBe(200);
    expect(await listed(stranger)).not.toEqual(shown);
  });

  test('COPY-05 the template of an owner is none to others, and of no use for units of others', async () => {
    const { body } = await save('Own');
    const theirs = await createUnit(app, stranger);
    expect(await listed(stranger)).not.toContainEqual(expect.objectContaining({ id: body.id }));
    expect((await apply(body.id, [theirs.unitNumber], {}, stranger.token)).status).toBe(404);
    expect((await apply(body.id, [theirs.unitNumber], {}, admin)).status).toBe(404);
    const path = `/api/venues/${stranger.venueId}/setup-templates/${body.id}`;
    expect((await send('DELETE', path, undefined, stranger.token)).status).toBe(404);
  });

  test('COPY-05 a template for all owners leaves no id of the first owner in any row of another', async () => {
    const image = { homeHelperText: 'Tap to order', homeButtonImage: 'button.png' };
    await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, image);
    const { body } = await save('House bar', { forAllOwners: true }, admin);
    const theirs = await newUnit(stranger);
    const of = { ...stranger, unit: theirs };
    const applied = await apply(body.id, [theirs.unitNumber], {}, stranger.token);
    expect(applied.body.targets).toMatchObject([{ status: 200, message: '', cannot: [] }]);
    const menu = (await menuOf(theirs.unitNumber, stranger.token)) as { drinks: unknown[] };
    expect(menu).toMatchObject({ homeHelperText: 'Tap to order', homeButtonImage: '' });
    expect(menu.drinks).toMatchObject([{ name: 'Cuba Libre' }]);
    const ids = await idsOf(owner.venueId);
    const tables = [
      'ingredients',
      'unit_inventory',
      'unit_positions',
      'drinks',
      'drink_ingredients',
      'stock_movements',
      'stock_outs',
      'setup_copies',
    ] as const;
    for (const table of tables) {
      const rows = await app.db
        .selectFrom(table)
        .selectAll()
        .where('venue_id', '=', of.venueId)
        .execute();
      expect(rows.length, table).toBeGreaterThan(0);
      for (const id of ids) expect(JSON.stringify(rows), table).not.toContain(id);
    }
    await remove(body.id, admin);
  });

  test('COPY-05 units of two owners are not changed together', async () => {
    const { body } = await save('For each', { forAllOwners: true }, admin);
    const theirs = await newUnit(stranger);
    const own = await newUnit();
    expect((await apply(body.id, [own.unitNumber, theirs.unitNumber], {}, admin)).status).toBe(404);
    expect((await apply(body.id, [theirs.unitNumber], {}, admin)).status).toBe(200);
    await remove(body.id, admin);
  });
});

/** Ids of the ingredients, drinks and units of a venue. */
async function idsOf(venueId: string): Promise<string[]> {
  const lists = await Promise.all(
    (['ingredients', 'drinks', 'units'] as const).map((table) =>
      app.db.selectFrom(table).select('id').where('venue_id', '=', venueId).execute(),
    ),
  );
  return [venueId, ...lists.flat().map(({ id }) => id)];
}
