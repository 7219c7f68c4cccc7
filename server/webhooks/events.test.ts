/** Events are read from a cursor: the same that webhooks send. */
import { afterEach, expect, test } from 'vitest';
import { type TokenScope } from '../../rules/permissions/token-scopes.ts';
import { eventMessages, eventsOfPage, webhookEvents } from '../../rules/webhooks/webhooks.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, createUnit, type Reply } from '../testing/app.ts';
import { addCertificate } from '../testing/places.ts';
import {
  addWebhook,
  deliver,
  openLowAlert,
  receiver,
  sell,
  withWebhooks,
} from '../testing/webhooks.ts';
import { app, owner, unit } from '../testing/with-app.ts';

interface Sent {
  id: string;
  type: string;
  at: string;
  venueId: string;
  unitNumber: number | null;
  number: number | null;
}

withWebhooks();
afterEach(() => app.setNow(new Date()));

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const passMinutes = (minutes: number) =>
  app.setNow(new Date(app.deps.now().getTime() + minutes * minuteMs));

const read = (query: Record<string, string | number> = {}, token = owner.token): Promise<Reply> =>
  app.send(
    'GET',
    `/api/events?${new URLSearchParams(query as Record<string, string>).toString()}`,
    { token },
  );

/** Reads pages until there are no more. */
async function readAll(after?: string, token = owner.token) {
  const pages: Sent[][] = [];
  for (let next = after; ;) {
    const { status, body, text } = await read(next === undefined ? {} : { after: next }, token);
    expect(status, text).toBe(200);
    pages.push(body.events);
    ({ next } = body);
    if (!body.more) return { events: pages.flat(), pages, next: next as string };
  }
}

async function addToken(scopes: readonly TokenScope[], fields: object = {}): Promise<string> {
  const body = { name: 'Hotel PMS', scopes, ...fields };
  const made = await app.send('POST', '/api/tokens', { token: owner.token, body });
  expect(made.status, made.text).toBe(201);
  return made.body.token;
}

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);

test('the events of a span are those that a webhook was sent, to the byte', async () => {
  await addWebhook({ events: [...webhookEvents] });
  const second = await createUnit(app, owner);
  const { token } = owner;
  const orderId = await sell({ quantity: 2, successQuantity: 1 });
  await sell({}, second);
  const date = new Date(app.deps.now().getTime() - 60 * minuteMs).toISOString();
  await app.send('PUT', `/api/orders/${orderId}`, { token, body: { date } });
  await app.send('GET', `/api/orders/${orderId}/refund?drinkIndexes=0`, { token });
  const alertId = await openLowAlert();
  await app.send('POST', `/api/alerts/${alertId}`, { token, body: { action: 'resolve' } });
  await addCertificate(app, owner);
  await deliver();
  passMinutes(3);
  const { events } = await readAll();
  const sent = receiver.received.map(({ body }) => body);
  expect(new Set(sent.map(({ type }) => type))).toEqual(
    new Set([
      'sale.created',
      'sale.corrected',
      'refund.settled',
      'case.opened',
      'case.resolved',
      'alert.opened',
      'alert.resolved',
      'stock.low',
      'night.closed',
    ]),
  );
  expect(events.toSorted(byId)).toEqual(sent.toSorted(byId));
  const { text } = await read();
  for (const { text: body } of receiver.received) expect(text).toContain(body);
  const times = events.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});

test('pages follow one another in one order, and what happens later is after the last of them', async () => {
  const sold: string[] = [];
  // A clock that stands still: the order does not depend on the time alone.
  const at = app.deps.now();
  app.setNow(at);
  const units = [unit, await createUnit(app, owner)];
  for (let sale = 0; sale < eventsOfPage + 20; sale++) sold.push(await sell({}, units[sale % 2]));
  expect((await readAll()).events).toEqual([]);
  const early = await readAll();
  passMinutes(3);
  const all = await readAll();
  expect(all.pages.length).toBeGreaterThan(1);
  expect(Math.max(...all.pages.map(({ length }) => length))).toBeLessThanOrEqual(eventsOfPage);
  const ids = (events: readonly object[]) =>
    events.flatMap((one) => ('data' in one ? (one.data as { id: string }).id : []));
  expect(ids(all.events).toSorted()).toEqual(sold.toSorted());
  expect((await readAll()).events).toEqual(all.events);
  expect((await readAll(early.next)).events).toEqual(all.events);
  for (const { unitNumber } of units) {
    const numbers = all.events.flatMap((one) => (one.unitNumber === unitNumber ? one.number : []));
    expect(numbers).toEqual(numbers.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  }
  expect((await readAll(all.next)).events).toEqual([]);
  const later = await sell();
  passMinutes(3);
  expect(ids((await readAll(all.next)).events)).toEqual([later]);
  const since = await read({ since: at.getTime() + 1 });
  expect(ids(since.body.events)).toEqual([later]);
});

test('a token reads the events of its scopes and venues only, and only owners read them without one', async () => {
  const { token } = owner;
  const made = await app.send('POST', '/api/users/venues', { token, body: { name: 'Cellar' } });
  const cellar = made.body.id;
  const below = await createUnit(app, { ...owner, venueId: cellar });
  const other = await addOwner(app, `Other ${unit.unitNumber}`);
  await sell({}, await createUnit(app, other));
  await sell({ quantity: 2, successQuantity: 1 });
  await sell({}, below);
  await openLowAlert();
  await addCertificate(app, owner);
  passMinutes(3);
  const seen = async (by: string) =>
    new Set((await readAll(undefined, by)).events.map(({ type, venueId }) => `${type} ${venueId}`));
  const here = (...types: string[]) => new Set(types.map((type) => `${type} ${owner.venueId}`));
  const sales = await addToken(['sales:read']);
  expect(await seen(sales)).toEqual(
    new Set([...here('sale.created', 'case.opened'), `sale.created ${cellar}`]),
  );
  const limited = { venueIds: [owner.venueId] };
  expect(await seen(await addToken(['sales:read'], limited))).toEqual(
    here('sale.created', 'case.opened'),
  );
  expect(await seen(await addToken(['stock:read', 'menu:read']))).toEqual(here('stock.low'));
  expect(await seen(await addToken(['reports:read'], limited))).toEqual(
    here('alert.opened', 'night.closed'),
  );
  const refused = await read({}, await addToken(['menu:read', 'stock:write']));
  expect(refused.status).toBe(403);
  const manager = await addPerson(app, owner, 'manager');
  expect((await read({}, manager.token)).status).toBe(403);
  const theirs = await readAll(undefined, other.token);
  expect(new Set(theirs.events.map(({ venueId }) => venueId))).toEqual(new Set([other.venueId]));
  // A cursor is a place in time, and opens nothing.
  const { next } = await readAll();
  expect((await readAll(next, other.token)).events).toEqual([]);
});

test('a cursor that is older than 35 days, or none at all, is refused', async () => {
  await sell();
  passMinutes(3);
  const { next } = await readAll();
  expect((await read({ after: next, since: Date.now() })).body).toEqual({
    since: eventMessages.twoStarts,
  });
  for (const after of ['nothing', Buffer.from('[1,2]').toString('base64url'), 'WzFlOTk5XQ'])
    expect((await read({ after })).body).toEqual({ after: eventMessages.unknownCursor });
  const now = app.deps.now().getTime();
  const oldest = new Date(now - 35 * dayMs);
  const gone = await read({ since: oldest.getTime() - 1 });
  expect([gone.status, gone.body.error.message]).toEqual([410, eventMessages.gone(oldest)]);
  expect((await read({ since: oldest.getTime() })).status).toBe(200);
  app.setNow(new Date(now + 36 * dayMs));
  const again = await app.login(owner.email);
  expect((await read({ after: next }, again)).status).toBe(410);
  expect((await read({}, again)).body).toMatchObject({ events: [], more: false });
});
