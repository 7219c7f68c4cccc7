/** Storerooms: renaming and removing them, through HTTP. */
import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { send, storeId, supplierId, withSupplier } from '../testing/deliveries.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withSupplier();

const rename = (name: string, token = owner.token) =>
  send('PUT', `/stores/${storeId}`, { name }, token);
const remove = (token = owner.token) => send('DELETE', `/stores/${storeId}`, undefined, token);
const deliver = async () => {
  const lines = [{ ingredientId: unit.rum, bottles: 6, bottleMl: 700 }];
  return send('POST', '/deliveries', { key: crypto.randomUUID(), supplierId, storeId, lines });
};
const startCount = async () => String((await send('POST', '/counts', {})).body.id);
const addLine = (countId: string, ml: number) => {
  const at = new Date().toISOString();
  const line = { key: crypto.randomUUID(), storeId, ingredientId: unit.rum, at, ml };
  return send('POST', `/counts/${countId}/lines`, { lines: [line] });
};
const countEmpty = async () => {
  const countId = await startCount();
  await addLine(countId, 0);
  const ended = await send('POST', `/counts/${countId}/end`, {});
  expect(ended.status, ended.text).toBe(200);
  return countId;
};
const stores = async () => (await send('GET', '/stock')).body.stores;
const deliveries = async () => (await send('GET', '/deliveries')).body;
const auditOf = async (action: string) =>
  app.db
    .selectFrom('audit')
    .select(['target', 'old_value', 'new_value'])
    .where('action', '=', action)
    .where('target', 'like', `%${unit.unitNumber} of venue%`)
    .execute();

test('a storeroom is renamed, also where it was delivered to before, and other names stay its own', async () => {
  await deliver();
  const other = `Attic ${unit.unitNumber}`;
  await send('POST', '/stores', { name: other });
  const taken = await rename(other.toUpperCase());
  expect([taken.status, taken.body]).toEqual([409, { name: 'Another storeroom has this name' }]);
  expect((await rename('')).status).toBe(400);
  const name = `CELLAR ${unit.unitNumber}`;
  expect((await rename(name)).body).toEqual({ id: storeId, name });
  expect(await stores()).toContainEqual({ id: storeId, name });
  expect((await deliveries())[0]).toMatchObject({ storeId, storeName: name });
  await rename(name);
  const rows = await auditOf('store.updated');
  expect(rows.filter(({ target }) => target.includes(`Cellar ${unit.unitNumber} `))).toHaveLength(
    1,
  );
});

test('a storeroom is removed once it is empty; deliveries, counts and movements keep its name', async () => {
  const name = `Cellar ${unit.unitNumber}`;
  const delivery = (await deliver()).body;
  const refused = await remove();
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    `${name} holds 4.2 bottles of Rum. Count it as empty, and remove it then`,
  ]);
  const countId = await countEmpty();
  expect((await remove()).body).toEqual({ id: storeId });
  expect(await stores()).not.toContainEqual({ id: storeId, name });
  expect((await deliveries())[0]).toMatchObject({ id: delivery.id, storeName: name });
  const counted = (await send('GET', `/counts/${countId}`)).body.places;
  expect(counted).toMatchObject([{ storeId, storeName: name, lines: [{ ml: 0 }] }]);
  const kinds = await app.db
    .selectFrom('stock_movements')
    .select('kind')
    .where('venue_id', '=', owner.venueId)
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['delivered', 'counted']);
  expect(await auditOf('store.deleted')).toMatchObject([{ old_value: { name } }]);

  expect((await deliver()).status).toBe(404);
  expect((await rename('Other')).status).toBe(404);
  expect((await remove()).status).toBe(404);
  expect((await send('DELETE', `/deliveries/${delivery.id}`)).status).toBe(200);
  const { ingredients } = (await send('GET', '/stock')).body;
  expect(JSON.stringify(ingredients)).not.toContain(storeId);
  expect((await send('POST', '/stores', { name })).status).toBe(201);
});

test('a storeroom stays while it is counted, and a line that arrives after it was removed is refused alone', async () => {
  const countId = await startCount();
  await addLine(countId, 350);
  const refused = await remove();
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'It was counted in a count that is open. End or discard the count first',
  ]);
  await send('DELETE', `/counts/${countId}`);
  const next = await startCount();
  expect((await remove()).status).toBe(200);
  const late = await addLine(next, 350);
  expect([late.status, late.text]).toEqual([
    400,
    expect.stringContaining('This storeroom was removed'),
  ]);
  await send('DELETE', `/counts/${next}`);
});

test('owners and managers rename and remove storerooms, bartenders and accountants do not', async () => {
  for (const role of ['bartender', 'accountant'] as const) {
    const { token } = await addPerson(app, owner, role);
    expect((await rename('Mine', token)).status).toBe(403);
    expect((await remove(token)).status).toBe(403);
  }
  const { token } = await addPerson(app, owner, 'manager');
  expect((await rename(`Store ${unit.unitNumber}`, token)).status).toBe(200);
  expect((await remove(token)).status).toBe(200);
});
