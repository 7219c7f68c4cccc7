import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ingredientMessages } from '../../rules/messages.ts';
import { addOwner } from '../testing/app.ts';
import * as stock from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { withAStockedUnit } from '../testing/stock.ts';

withAStockedUnit();

const { change, deactivate, leaveMl, reactivate, read } = stock;
const refusal = (message: string) => ({ status: 409, body: { error: { message } } });
const onMenu = async (): Promise<string[]> =>
  (
    await app.send('GET', `/api/units/${unit.unitNumber}/menu`, { token: unit.key })
  ).body.drinks.map(({ name }: { name: string }) => name);

test('a deactivated ingredient comes back in its positions, with the levels it had', async () => {
  await change(unit.rum, { positionInUnit: ['1', '7'] });
  await leaveMl(1, 0);
  await leaveMl(7, 412.5);
  const before = await read(unit.rum);
  await deactivate(unit.rum);
  await deactivate(unit.rum);
  expect(await onMenu()).toEqual([]);
  const { status, body } = await reactivate(unit.rum);
  expect(status).toBe(200);
  expect(body).toEqual(before);
  expect(await read(unit.rum)).toEqual(before);
  expect(await onMenu()).toEqual(['Cuba Libre']);
});

test('changes made since stay', async () => {
  await deactivate(unit.rum);
  await change(unit.rum, { price: 12, name: 'Dark Rum' });
  expect((await reactivate(unit.rum)).body).toMatchObject({ price: 12, name: 'Dark Rum' });
});

test('it is refused while another ingredient is in one of its positions', async () => {
  const [place] = (await read(unit.rum)).positionInUnit;
  await deactivate(unit.rum);
  const gin = (await stock.add({ positionInUnit: [place] })).body.id;
  const message = ingredientMessages.nowHolds(Number(place), 'Gin');
  expect(await reactivate(unit.rum)).toMatchObject(refusal(message));
  expect(await read(gin)).toMatchObject({ activeInUnit: true, positionInUnit: [place] });
  expect(await read(unit.rum)).toMatchObject({ activeInUnit: false, positionInUnit: [] });
  await deactivate(gin);
  expect((await reactivate(unit.rum)).status).toBe(200);
});

test('it is refused when the ingredient was placed again, and when it was not deactivated', async () => {
  const isPlaced = refusal(ingredientMessages.isPlaced('Rum'));
  expect(await reactivate(unit.rum)).toMatchObject(isPlaced);
  await deactivate(unit.rum);
  await change(unit.rum, { positionInUnit: ['9'] });
  expect(await reactivate(unit.rum)).toMatchObject(isPlaced);
  // Gin takes over the position: that is no deactivation, and the former positions are of no use any more.
  await stock.add({ positionInUnit: ['9'] });
  const message = ingredientMessages.notDeactivated('Rum');
  expect(await reactivate(unit.rum)).toMatchObject(refusal(message));
});

test('it is refused when the ingredient belongs to another source by now', async () => {
  await deactivate(unit.rum);
  await change(unit.rum, { source: 'soda gun' });
  expect((await reactivate(unit.rum)).status).toBe(409);
});

test('ingredients of others and unknown ones are not found', async () => {
  const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
  await deactivate(unit.rum);
  expect((await reactivate(unit.rum, unit.id, stranger.token)).status).toBe(404);
  for (const id of [randomUUID(), 'nothing']) expect((await reactivate(id)).status).toBe(404);
});

test('both are in the audit log, with the positions', async () => {
  await change(unit.rum, { positionInUnit: ['1', '7'] });
  await deactivate(unit.rum);
  await deactivate(unit.rum);
  await reactivate(unit.rum);
  const rows = await app.db
    .selectFrom('audit')
    .select(['action', 'target', 'old_value', 'new_value', 'on_behalf_of'])
    .where('action', 'in', ['ingredient.deactivated', 'ingredient.reactivated'])
    .where('target', '=', `Rum on unit ${unit.unitNumber}`)
    .orderBy('id')
    .execute();
  const positions = { positions: '1, 7' };
  const common = { target: `Rum on unit ${unit.unitNumber}`, on_behalf_of: owner.userId };
  expect(rows).toEqual([
    { ...common, action: 'ingredient.deactivated', old_value: positions, new_value: null },
    { ...common, action: 'ingredient.reactivated', old_value: null, new_value: positions },
  ]);
});
