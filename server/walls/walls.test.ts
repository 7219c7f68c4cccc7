/** Wall displays: the key of each reads the live night of its venue, and nothing else. */
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { mostWalls } from '../../rules/nights/night-text.ts';
import { countAlertChange } from '../changes/changes.queries.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addressOf, targets } from '../testing/endpoint-targets.ts';
import { addAlert, type Place, settle, settleBeside } from '../testing/places.ts';
import { openStream, type ReadEvent } from '../testing/live.ts';
import { addPerson } from '../testing/accounts.ts';

let base: string;
let place: Place;
let theirs: Place;
withApp({ deps: { liveTimes: { pollMs: 50, checkMs: 100 } }, now: new Date() });
beforeAll(async () => {
  await app.app.listen({ port: 0 });
  base = `http://localhost:${(app.app.server.address() as AddressInfo).port}`;
  place = await settle(app, 'Rooftop');
  theirs = await settle(app, 'Harbour');
});

const send = (method: string, url: string, token: string, body?: object) =>
  app.send(method, url, { token, body });
const walls = (at = place) => `/api/venues/${at.owner.venueId}/walls`;
const show = '/api/walls/live';
const watch = (key: string) => openStream(base + show, key);
const isUrgent = ({ severity }: { severity: string }) => severity === 'urgent';
const isSnapshot = ({ name }: ReadEvent) => name === 'snapshot';

async function addWall(
  fields: object = {},
  token = place.owner.token,
): Promise<{ id: string; key: string }> {
  const body = { label: 'Bar left', hideMoney: false, ...fields };
  const added = await send('POST', walls(), token, body);
  expect(added.status, added.text).toBe(201);
  const [path, key = ''] = added.body.link.split('#');
  expect(path).toBe('/wall');
  return { id: added.body.wall.id, key };
}

const sell = async (): Promise<string> => {
  const drinks = [{ drinkId: place.unit.cubaLibre, quantity: 3, successQuantity: 2 }];
  const sold = await send('POST', '/api/orders', place.unit.key, { drinks });
  expect(sold.status, sold.text).toBe(201);
  return sold.body.id;
};
const ofSale = (id: string) => (event: ReadEvent) => event.data.sale?.id === id;

test('NIGHT-08 a wall key reads the stream of its venue', async () => {
  const { key } = await addWall();
  const stream = await watch(key);
  const { data } = await stream.next(isSnapshot);
  expect(data.units).toMatchObject([{ unitNumber: place.unit.unitNumber }]);
  const sold = await stream.next(ofSale(await sell()));
  expect(sold.data.sale).toMatchObject({ charged: 27 });
  expect(sold.data.figures.gross).toBeGreaterThan(data.figures.gross);
  stream.close();
  const polled = await send('GET', show, key);
  expect(polled.body.figures).toMatchObject({ gross: sold.data.figures.gross });
});

test('NIGHT-08 a wall key is refused everywhere else', async () => {
  const { key } = await addWall();
  const others = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([name]) => name !== 'getWallNight',
  );
  expect(others.length).toBeGreaterThan(100);
  for (const [name, endpoint] of others) {
    const aim = targets[name]?.(place) ?? {};
    const { status, text } = await send(endpoint.method, addressOf(endpoint, aim), key, aim.body);
    expect(status, `${name}: ${text}`).toBe(401);
  }
  expect((await send('GET', show, key)).status).toBe(200);
});

test('only a wall key opens the stream of wall displays', async () => {
  const status = async (token?: string) =>
    (await app.send('GET', show, token === undefined ? {} : { token })).status;
  expect(await status()).toBe(401);
  expect(await status('bbw_invented')).toBe(401);
  expect(await status(place.owner.token)).toBe(403);
  expect(await status(place.unit.key)).toBe(403);
});

test('NIGHT-08 a display that is revoked ends, and begins no other; those beside it go on', async () => {
  const [one, other] = [await addWall(), await addWall({ label: 'Bar right' })];
  const [stream, beside] = [await watch(one.key), await watch(other.key)];
  const revoke = () => send('DELETE', `${walls()}/${one.id}`, place.owner.token);
  expect((await revoke()).body).toEqual({ revoked: true });
  await stream.ended;
  await expect(watch(one.key)).rejects.toThrow('401');
  expect((await send('GET', show, one.key)).body.error.message).toMatch(/no access any more/);
  expect((await revoke()).status).toBe(404);
  await beside.next(ofSale(await sell()));
  beside.close();
});

test('NIGHT-08 where money is hidden, no amount is in the stream', async () => {
  await app.db.updateTable('unit_inventory').set({ price_cents: 7713 }).execute();
  await app.db.updateTable('drinks').set({ price_cents: 7713 }).execute();
  const [open, hidden] = [await addWall(), await addWall({ hideMoney: true })];
  const [seen, stream] = [await watch(open.key), await watch(hidden.key)];
  const id = await sell();
  const shown = await seen.next(ofSale(id));
  expect(JSON.stringify(shown.data)).toContain('231.39');
  await stream.next(ofSale(id));
  await send('GET', `/api/orders/${id}/refund?drinkIndexes=0`, place.owner.token);
  const refunded = ({ name }: ReadEvent) => name === 'refund';
  await seen.next(refunded);
  const { data } = await stream.next(({ name, data: { figures } }) => name === 'refund' && figures);
  expect(data.figures).toMatchObject({ orders: expect.any(Number), servings: expect.any(Number) });
  const text = JSON.stringify(stream.events) + (await send('GET', show, hidden.key)).text;
  const amounts =
    /"(gross|net|charged|refunded|refunds|tips|taxes|sales|owed|taken|leastTaken|mostTaken|low|likely|high|price|amount)":-?\d/;
  expect(text).not.toMatch(amounts);
  expect(text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')).not.toMatch(
    /77\.13|231\.39|154\.26/,
  );
  for (const one of [seen, stream]) one.close();
});

test('a display has the urgent alerts that wait, without people, and reads no other of them', async () => {
  const person = await addPerson(app, place.owner, 'manager');
  const openedAt = new Date(app.deps.now().getTime() - 600_000);
  const urgent = { severity: 'urgent', kind: 'offline', opened_at: openedAt } as const;
  const text = 'Offline 14 min; about 9 sales are missing';
  const { alertId } = await addAlert(app, place.owner, { ...urgent, text });
  const other = await addAlert(app, theirs.owner, { ...urgent, text: 'Of another venue' });
  await app.db
    .transaction()
    .execute((transaction) => countAlertChange(transaction, place.owner.venueId, app.deps.now()));
  const { key } = await addWall({ hideMoney: true });
  const stream = await watch(key);
  const hasUrgent = ({ data }: ReadEvent) => data.alerts?.waiting.urgent === 1;
  const { data } = await stream.next(hasUrgent);
  expect(data.alerts.latest.filter(isUrgent)).toEqual([
    {
      id: alertId,
      severity: 'urgent',
      text,
      unitNumber: null,
      unitName: null,
      openedAt: openedAt.toISOString(),
    },
  ]);
  expect((await send('GET', `/api/alerts/${alertId}`, key)).status).toBe(401);
  const body = { action: 'resolve', note: 'Plugged in' };
  expect((await send('POST', `/api/alerts/${alertId}`, key, body)).status).toBe(401);
  const resolved = await send('POST', `/api/alerts/${alertId}`, person.token, body);
  expect(resolved.status, resolved.text).toBe(200);
  const after = await stream.next((event) => event.name === 'alert' && !hasUrgent(event));
  expect(after.data.alerts.waiting.urgent).toBe(0);
  expect(after.data.alerts.latest.filter(isUrgent)).toEqual([]);
  const sent = JSON.stringify(stream.events);
  for (const hidden of ['Robin', 'Plugged in', 'Of another venue', other.alertId])
    expect(sent).not.toContain(hidden);
  stream.close();
});

test('a stream ends when the account of the owner is locked, and when the venue is deleted', async () => {
  const beside = await settleBeside(app, theirs, 'Terrace');
  const body = { label: 'Bar', hideMoney: true };
  const [locked, deleted] = await Promise.all(
    [theirs, beside].map(async (at) => {
      const added = await send('POST', walls(at), theirs.owner.token, body);
      return String(added.body.link.split('#')[1]);
    }),
  );
  const stream = await watch(deleted ?? '');
  await stream.next(isSnapshot);
  await app.db.deleteFrom('walls').where('venue_id', '=', beside.owner.venueId).execute();
  await stream.ended;
  await expect(watch(deleted ?? '')).rejects.toThrow('401');
  const other = await watch(locked ?? '');
  const users = app.db.updateTable('users').where('id', '=', theirs.owner.userId);
  await users.set({ locked_at: app.deps.now() }).execute();
  await other.ended;
  await expect(watch(locked ?? '')).rejects.toThrow('401');
  await users.set({ locked_at: null }).execute();
});

test('the list says what each display shows, who added it and when it was seen, and no key', async () => {
  const manager = await addPerson(app, place.owner, 'manager');
  const { id, key } = await addWall({ label: ' Kitchen ', hideMoney: true }, manager.token);
  const listed = async () => {
    const { body, text } = await send('GET', walls(), place.owner.token);
    expect(text).not.toContain('bbw_');
    return body.find((wall: { id: string }) => wall.id === id);
  };
  expect(await listed()).toEqual({
    id,
    label: 'Kitchen',
    hideMoney: true,
    createdAt: app.deps.now().toISOString(),
    createdBy: 'Robin the manager',
    lastSeenAt: null,
  });
  await send('GET', show, key);
  expect(await listed()).toMatchObject({ lastSeenAt: app.deps.now().toISOString() });
  const stored = await app.db.selectFrom('walls').selectAll().where('id', '=', id).execute();
  expect(JSON.stringify(stored)).not.toContain(key);
});

test('an open stream is noted as seen', async () => {
  const at = app.deps.now();
  const { id, key } = await addWall();
  const stream = await watch(key);
  await stream.next(isSnapshot);
  const later = new Date(at.getTime() + 120_000);
  app.setNow(later);
  try {
    await expect
      .poll(async () => {
        const { body } = await send('GET', walls(), await app.login(place.owner.email));
        return body.find((wall: { id: string }) => wall.id === id).lastSeenAt;
      })
      .toBe(later.toISOString());
  } finally {
    app.setNow(at);
    stream.close();
  }
});

test('owners and managers manage displays, of their own venues; a venue has a limited number', async () => {
  const body = { label: 'Bar', hideMoney: true };
  for (const role of ['bartender', 'accountant'] as const) {
    const { token } = await addPerson(app, place.owner, role);
    expect((await send('GET', walls(), token)).status).toBe(403);
    expect((await send('POST', walls(), token, body)).status).toBe(403);
  }
  const { id } = await addWall();
  expect((await send('GET', walls(theirs), place.owner.token)).status).toBe(404);
  expect((await send('POST', walls(theirs), place.owner.token, body)).status).toBe(404);
  expect((await send('DELETE', `${walls(theirs)}/${id}`, theirs.owner.token)).status).toBe(404);
  expect((await send('DELETE', `${walls()}/nothing`, place.owner.token)).status).toBe(404);
  expect((await send('POST', walls(), place.owner.token, { hideMoney: true })).body).toEqual({
    label: 'Name the screen, such as Bar left',
  });
  const { body: had } = await send('GET', walls(), place.owner.token);
  const missing = Array.from({ length: mostWalls - had.length }, () => addWall());
  await Promise.all(missing);
  const refused = await send('POST', walls(), place.owner.token, body);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    `A venue has at most ${mostWalls} screens. Revoke one first`,
  ]);
});
