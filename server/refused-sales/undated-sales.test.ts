import { expect, test } from 'vitest';
import { addSuperAdmin } from '../testing/app.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { sell, withASellingUnit } from '../testing/stock.ts';

withASellingUnit();

const at = (time: string) => new Date(`2026-07-01T${time}:00Z`);
const send = async (method: string, url: string, body?: object, token = owner.token) => {
  const response = await app.send(method, url, { token, ...(body && { body }) });
  expect(response.status, response.text).toBe(200);
  return response.body;
};

test('a refused sale without a possible date is taken with the date, prices and tax of its first receipt', async () => {
  app.setNow(at('08:00'));
  const superAdmin = await addSuperAdmin(app);
  const setTax = (taxPercentage: number) =>
    send('PUT', `/api/users/venues/${owner.venueId}`, { taxPercentage }, superAdmin);
  await setTax(8);
  app.setNow(at('12:00'));
  const drinks = [{ drinkId: unit.cubaLibre, price: 12.5 }, { drinkId: unit.cubaLibre }];
  const orders = [{ drinks }, { date: '1970-01-01T00:03:00.000Z', drinks }];
  const sellAll = () =>
    Promise.all(orders.map((order, index) => sell(order, { 'idempotency-key': `no. ${index}` })));
  expect((await sellAll()).map(({ status }) => status)).toEqual([400, 400]);
  app.setNow(at('12:30'));
  await sellAll();

  app.setNow(at('14:00'));
  await setTax(10);
  await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 11 });
  app.setNow(at('15:00'));
  const refused = await send('GET', `/api/venues/${owner.venueId}/refused-sales`);
  expect(refused).toMatchObject([{ times: 2 }, { times: 2 }]);
  for (const { id } of refused) await send('POST', `/api/refused-sales/${id}`, { action: 'take' });

  const ofNoon = {
    status: 200,
    body: { date: at('12:00').toISOString(), drinks: [{ price: 12.5 }, { price: 9 }], tax: 1.72 },
  };
  expect(await sellAll()).toMatchObject([ofNoon, ofNoon]);
  const rows = await app.db
    .selectFrom('orders')
    .select(['received_at', 'impossible_date'])
    .where('unit_id', '=', unit.id)
    .orderBy('idempotency_key')
    .execute();
  expect(rows).toEqual([
    { received_at: at('15:00'), impossible_date: null },
    { received_at: at('15:00'), impossible_date: new Date('1970-01-01T00:03:00.000Z') },
  ]);
});
