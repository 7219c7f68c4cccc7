/** What entries of the audit log contain, as the owner reads them. */
import { expect, test } from 'vitest';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { createUnit } from '../testing/app.ts';
import { switchFlag } from '../testing/stock.ts';

withApp({ owner: 'Rooftop', unit: 'each' });

async function send(method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  const { status, text } = await app.send(method, path, { token: owner.token, body });
  expect(status, text).toBeLessThan(300);
}

async function newest() {
  const { body } = await app.send('GET', '/api/audit', { token: owner.token });
  const { action, target, oldValue, newValue, actorId } = body.entries[0];
  expect(actorId).toBe(owner.userId);
  return { action, target, oldValue, newValue };
}

const addDrink = (name: string, more: object) =>
  send('POST', '/api/drinks', { name, venueId: owner.venueId, unitId: unit.id, price: 7, ...more });

test('a new drink is audited with its price, and its double price where doubles are sold', async () => {
  await addDrink('Rum', { ingredients: [unit.rum], doublePrice: 12 });
  const target = `Rum on unit ${unit.unitNumber}`;
  const entry = { action: 'drink.created', target, oldValue: null, newValue: { price: 7 } };
  expect(await newest()).toEqual(entry);
  await switchFlag(app.db, owner, 'general--double-order');
  await addDrink('Cola', { ingredients: [unit.cola], doublePrice: 12 });
  expect((await newest()).newValue).toEqual({ price: 7, doublePrice: 12 });
});

test('an ingredient that is new in a unit is audited with its prices there', async () => {
  const { venueId } = owner;
  const facts = { price: 6, doublePrice: 11 };
  await send('POST', '/api/ingredients', { name: 'Gin', venueId, unitId: unit.id, ...facts });
  const entry = { action: 'ingredient.added', oldValue: null };
  expect(await newest()).toEqual({
    ...entry,
    target: `Gin on unit ${unit.unitNumber}`,
    newValue: facts,
  });
  const other = await createUnit(app, owner);
  await send('PUT', `/api/ingredients/${unit.rum}`, { unitId: other.id, price: 8 });
  expect(await newest()).toEqual({
    ...entry,
    target: `Rum on unit ${other.unitNumber}`,
    newValue: { price: 8, doublePrice: 0 },
  });
});

test.each([{ stripeReaderId: 'tmr_2' }, { paxShift4ReaderId: 'pax-2' }])(
  'another card reader of a unit is audited: %j',
  async (changed) => {
    const path = `/api/units/updateUnitDetails/${unit.unitNumber}`;
    const before = { stripeReaderId: 'tmr_1', paxShift4ReaderId: 'pax-1' };
    await send('PUT', path, before);
    await send('PUT', path, changed);
    expect(await newest()).toEqual({
      action: 'unit.readers_updated',
      target: `unit ${unit.unitNumber}`,
      oldValue: before,
      newValue: { ...before, ...changed },
    });
  },
);
