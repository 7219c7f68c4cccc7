import { beforeEach, expect, test } from 'vitest';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { noticeRum, testOutbox, watchStock } from '../testing/messages.ts';

const named = () => ({ unitNumber: unit.unitNumber, unitName: 'Rooftop left' });

withApp({ owner: 'Rooftop', unit: 'each' });
beforeEach(async () => {
  await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, { name: 'Rooftop left' });
  await watchStock(app, unit);
});

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await app.send(method, path, { token: owner.token, ...(body ? { body } : {}) })).body;

const lastTarget = async (): Promise<string | undefined> => {
  const query = app.db.selectFrom('audit').select('target').orderBy('id', 'desc');
  return (await query.executeTakeFirst())?.target;
};

test('a unit is listed with its name wherever it is listed with its number', async () => {
  const ofUnit = ({ unitId }: { unitId: string }) => unitId === unit.id;
  await noticeRum(app, { owner, unit });
  await app.db
    .updateTable('unit_positions')
    .set({ remaining_ml: 0 })
    .where('unit_id', '=', unit.id)
    .execute();
  const overview = await send('GET', `/api/venues/${owner.venueId}/overview`);
  expect(overview.units.find(ofUnit)).toMatchObject(named());
  expect(overview.attention.filter(ofUnit).length).toBeGreaterThan(0);
  for (const need of overview.attention.filter(ofUnit)) expect(need).toMatchObject(named());
  const notices = await send('GET', `/api/venues/${owner.venueId}/notices`);
  expect(notices.find(ofUnit)).toMatchObject(named());
  const drinks = await send('GET', `/api/drinks/${owner.venueId}`);
  expect(drinks.find(ofUnit)).toMatchObject(named());
});

test('a unit receives its own name with its menu', async () => {
  const path = `/api/units/${unit.unitNumber}/menu`;
  const { headers, body } = await app.send('GET', path, { token: unit.key });
  expect(body).toMatchObject(named());
  await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, { name: 'Cellar' });
  const tag = { 'if-none-match': String(headers['etag']) };
  const fresh = await app.send('GET', path, { token: unit.key, headers: tag });
  expect(fresh).toMatchObject({ status: 200, body: { unitName: 'Cellar' } });
});

test('a restock notice names the unit by name and number', async () => {
  const { mails, texts, runAll } = testOutbox(app);
  await noticeRum(app, { owner, unit });
  await runAll();
  const place = `unit ${unit.unitNumber} (Rooftop left)`;
  // The notice of the first test is sent too, before it or after.
  expect(mails.map(({ subject }) => subject)).toContain(`Rum is at 18% in ${place}`);
  expect(texts.some(({ text }) => text.includes(`, ${place}: Rum is at 18%.`))).toBe(true);
});

test('the audit log keeps the name that a unit had', async () => {
  const target = `unit ${unit.unitNumber} (Rooftop left)`;
  await send('POST', `/api/units/${unit.unitNumber}/keys`);
  expect(await lastTarget()).toBe(target);
  await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 8 });
  expect(await lastTarget()).toBe(`Cuba Libre on ${target}`);
  const flag = 'general--inventory-management';
  const body = { kind: 'unit', key: String(unit.unitNumber), flag, enabled: true };
  await app.send('PUT', '/api/flags', { token: await addSuperAdmin(app), body });
  expect(await lastTarget()).toBe(target);
  await send('DELETE', `/api/units/${unit.unitNumber}`);
  expect(await lastTarget()).toBe(target);
});
