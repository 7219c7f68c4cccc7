/** Strips and the history of units through HTTP, at set times. */
import { expect, test } from 'vitest';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  addUnit,
  beat,
  beats,
  healthAt,
  hourMs,
  minutesAfter,
  saturday,
  sell,
  send,
  tenPm,
  withVenue,
} from '../testing/health.ts';

withVenue();

const get = async (path: string) => {
  const { status, body } = await app.send('GET', path, { token: owner.token });
  expect(status).toBe(200);
  return body;
};
const stripsAt = (at: Date) => {
  app.setNow(at);
  return get(`/api/venues/${owner.venueId}/unit-strips`);
};
const historyAt = (at: Date) => {
  app.setNow(at);
  return get(`/api/units/${unit.unitNumber}/history`);
};
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

test('the strip of a unit has the sales and failures of 24 hours, the running one last', async () => {
  const other = await addUnit();
  await sell(unit, saturday('20:10'), { quantity: 3, successQuantity: 1 });
  await sell(unit, saturday('20:50'));
  await sell(unit, tenPm);
  const { from, units } = await stripsAt(minutesAfter(tenPm, 30));
  expect(from).toBe(new Date(tenPm.getTime() - 23 * hourMs).toISOString());
  const [first, second] = units;
  expect([first.unitId, second.unitId].toSorted()).toEqual([unit.id, other.id].toSorted());
  const ours = units.find(({ unitId }: { unitId: string }) => unitId === unit.id);
  const none = Array.from({ length: 21 }, () => 0);
  expect(ours).toMatchObject({
    orders: [...none, 2, 0, 1],
    failed: [...none, 2, 0, 0],
  });
  const quiet = units.find(({ unitId }: { unitId: string }) => unitId === other.id);
  expect([sum(quiet.orders), quiet.offline]).toEqual([0, []]);
});

test('a strip has the times without contact, and the present one of a unit that is offline', async () => {
  await beats(unit, saturday('18:00'), saturday('18:10'));
  await beats(unit, saturday('20:00'), tenPm);
  const [ended] = (await stripsAt(tenPm)).units[0].offline;
  expect(ended).toEqual({
    from: saturday('18:10').toISOString(),
    until: saturday('20:00').toISOString(),
  });
  expect((await stripsAt(minutesAfter(tenPm, 14))).units[0].offline).toEqual([
    ended,
    { from: tenPm.toISOString(), until: null },
  ]);
});

test('the history of a unit has its last 14 nights and what happened, newest first', async () => {
  await beat(unit, saturday('18:00'));
  await beats(unit, saturday('20:00'), saturday('20:05'));
  await sell(unit, saturday('20:06'), { successQuantity: 0 });
  app.setNow(saturday('20:30'));
  const path = `/api/units/${unit.unitNumber}/service`;
  await send('POST', path, { minutes: 60, reason: 'cleaning' });
  app.setNow(saturday('20:40'));
  await send('DELETE', path);
  await beats(unit, saturday('20:07'), saturday('20:41'));
  const refused = await app.send('POST', '/api/orders', {
    token: unit.key,
    body: { drinks: [{ drinkId: unit.cubaLibre, price: 1 }] },
  });
  expect(refused.status).toBe(400);
  const { nights, events, offline, timezone } = await historyAt(saturday('20:42'));
  expect([timezone, nights.length]).toEqual(['America/New_York', 14]);
  expect(nights[0]).toMatchObject({ day: '2026-06-13', closed: false });
  expect(nights[0].from).toBe(saturday('05:00').toISOString());
  const [{ orders, glasses, failed }] = nights;
  expect([orders.length, orders[15], glasses[15], failed[15]]).toEqual([24, 1, 1, 1]);
  expect(sum(nights[1].orders)).toBe(0);
  expect(offline).toHaveLength(1);
  expect(events.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringContaining('A sale was refused: '),
    expect.stringMatching(/^Service ended by Health /),
    expect.stringMatching(/^Taken into service by Health .* \(cleaning\)$/),
    'Offline for 2 h, until 8:00 PM',
  ]);
});

test('nights before the creation of a unit are left out, and an unknown time zone is refused', async () => {
  const created_at = saturday('06:00');
  await app.db.updateTable('units').set({ created_at }).where('id', '=', unit.id).execute();
  expect((await historyAt(tenPm)).nights).toHaveLength(1);
  const path = `/api/units/${unit.unitNumber}/history?timezone=Mars`;
  const { status, body } = await app.send('GET', path, { token: owner.token });
  expect([status, Object.keys(body)]).toEqual([400, ['timezone']]);
});

test('the health of a unit counts the ingredients that are low, with inventory management', async () => {
  const lowAt = async () => (await healthAt(tenPm)).units[0].lowStock;
  expect(await lowAt()).toBe(0);
  await app.db
    .updateTable('unit_positions')
    .set({ remaining_ml: 1 })
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', unit.rum)
    .execute();
  expect(await lowAt()).toBe(0);
  const at = { venueId: owner.venueId, unitId: unit.id };
  await switchFlag(app.db, at, 'general--inventory-management');
  expect(await lowAt()).toBe(1);
});
