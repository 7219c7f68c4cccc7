import { once } from 'node:events';
import { createServer } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { addressOf, targets } from '../../server/testing/endpoint-targets.ts';
import { type Place, settle } from '../../server/testing/places.ts';
import { burst, manyConnections } from './storm.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

let url: string;
let place: Place;
withApp();
beforeAll(async () => {
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  place = await settle(app, 'Mine');
});

/** Success, or a rejection with a retry hint. */
const planned = new Set(['200', '429', '503']);

test.each([
  ['getVenueAlone', manyConnections],
  ['getSalesReport', 200],
  ['downloadSalesCsv', 200],
] as const)(
  'every concurrent request for %s receives a success or a planned rejection',
  async (name, connections) => {
    const path = addressOf(endpoints[name], targets[name]?.(place) ?? {});
    const statuses = await burst({ url, token: place.owner.token, path }, connections);
    expect(Object.keys(statuses).filter((status) => !planned.has(status))).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(0);
    expect(Object.values(statuses).reduce((sum, count) => sum + count)).toBe(connections);
    const { pool } = app;
    expect((await app.send('GET', path, { token: place.owner.token })).status).toBe(200);
    expect(pool.waitingCount).toBe(0);
  },
);

test('distinguishes a server that closes connections or fails from one that responds', async () => {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    if (received % 3 === 0) request.socket.destroy();
    else response.writeHead(received % 3 === 1 ? 200 : 500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const statuses = await burst({ url: `http://127.0.0.1:${port}`, token: '', path: '/' }, 30);
  server.close();
  expect(statuses).toEqual({ 0: 10, 200: 10, 500: 10 });
});
