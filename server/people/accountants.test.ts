/** Accountants read the stock of a venue, and change none of it. */
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { addPerson } from '../testing/accounts.ts';
import { addressOf } from '../testing/endpoint-targets.ts';
import { type Place, settle } from '../testing/places.ts';
import { stockTargets } from '../testing/stock-targets.ts';
import { app, withApp } from '../testing/with-app.ts';

let place: Place;
let token: string;

withApp();
beforeAll(async () => {
  place = await settle(app, 'Rooftop');
  token = (await addPerson(app, place.owner, 'accountant')).token;
});

const all = endpoints as Readonly<Record<string, Endpoint>>;

async function statusOf(name: string): Promise<number> {
  const endpoint = all[name];
  const aim = stockTargets[name as EndpointName]?.(place);
  if (!endpoint || !aim) throw new Error(`${name} has no target`);
  const { body } = aim;
  const request = { token, ...(body && { body }) };
  return (await app.send(endpoint.method, addressOf(endpoint, aim), request)).status;
}

test('ROLE-01 an accountant reads the stock, its movements, deliveries, invoices and orders, and changes none', async () => {
  const statuses = new Map<string, number>();
  for (const name of Object.keys(stockTargets)) statuses.set(name, await statusOf(name));
  const read = [...statuses].filter(([, status]) => status === 200).map(([name]) => name);
  expect(read.sort()).toEqual([
    'getInvoice',
    'getOrderList',
    'getRefillList',
    'getStock',
    'getStockCount',
    'getStockForecast',
    'listDeliveries',
    'listStockOrders',
    'listSuppliers',
    'listUnitMovements',
  ]);
  const others = [...statuses].filter(([name]) => !read.includes(name));
  expect(others.filter(([, status]) => status !== 403)).toEqual([]);
});
