import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { app, owner, send, unit, withApp } from '../testing/with-app.ts';
import { addOwner, createUnit, type TestOwner } from '../testing/app.ts';
import { addAlert } from '../testing/places.ts';
import { openStream, type ReadEvent, type ReadStream } from '../testing/live.ts';
import { addPerson, joinOwner } from '../testing/accounts.ts';

let base: string;
withApp({
  deps: {
    liveTimes: { pollMs: 50, checkMs: 100 },
  },
  owner: { each: 'Bar' },
  unit: 'each',
});
beforeAll(async () => {
  base = await app.app.listen({ host: '127.0.0.1', port: 0 });
});

const path = () => `/api/venues/${owner.venueId}/live`;
const watch = (options: Parameters<typeof openStream>[2] = {}, token = owner.token) =>
  openStream(base + path(), token, options);
const sell = async (drink: object = {}, of = unit): Promise<string> => {
  const drinks = [{ drinkId: of.cubaLibre, ...drink }];
  const sold = await send('POST', '/api/orders', { drinks }, of.key);
  expect(sold.status, sold.text).toBe(201);
  return sold.body.id;
};
const isSale = ({ name, data }: ReadEvent) => name === 'sale' && data.sale !== undefined;
const isSnapshot = ({ name }: ReadEvent) => name === 'snapshot';
const ofSale = (id: string) => (event: ReadEvent) => event.data.sale?.id === id;
const report = async () => {
  const from = new Date(app.deps.now()).setUTCHours(0, 0, 0, 0);
  const range = `startDate=${from}&endDate=${from + 86_399_999}`;
  const found = await send('GET', `/api/orders/sales/report?venueId=${owner.venueId}&${range}`);
  expect(found.status, found.text).toBe(200);
  return found.body;
};

test('begins with the night as it is, and sends what changes', async () => {
  const first = await sell();
  const stream = await watch();
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(stream.headers['content-encoding']).toBeUndefined();
  const { data } = await stream.next(isSnapshot);
  expect(data).toMatchObject({
    night: { running: true },
    figures: { gross: 9, orders: 1 },
    sales: [{ id: first, unitNumber: unit.unitNumber, charged: 9, refunded: 0 }],
    cases: { open: 0, latest: [] },
    units: [{ unitNumber: unit.unitNumber }],
  });
  expect(data.curve.at(-1)).toMatchObject({ taken: 9, drinks: 1 });

  const second = await sell({ quantity: 2, successQuantity: 1 });
  const sold = await stream.next(ofSale(second));
  expect(sold.data).toMatchObject({
    unitNumber: unit.unitNumber,
    sale: { drinks: [{ name: 'Cuba Libre', quantity: 2, failedGlasses: 1 }], charged: 18 },
    figures: { gross: 27, orders: 2 },
    cases: { open: 1, owed: 9, latest: [{ orderId: second, failedGlasses: 1 }] },
  });
  expect(sold.data.curve.at(-1)).toMatchObject({ taken: 27, drinks: 2 });

  await send('GET', `/api/orders/${second}/refund?drinkIndexes=0`);
  const refunded = await stream.next(
    ({ name, data: { sale } }) => name === 'refund' && sale.refunded === 18,
  );
  expect(refunded.data.sale).toMatchObject({ id: second, charged: 18 });
  const last = await stream.next(({ data: { figures } }) => figures?.refunds === 18);
  expect(last.data).toMatchObject({ figures: { gross: 27 }, cases: { open: 0 } });
  expect(last.data.curve.at(-1)).toMatchObject({ taken: 9 });
  stream.close();
});

test('NIGHT-01 sales of two units with three cuts: each arrives once, and the total is that of the report', async () => {
  const units = [unit, await createUnit(app, owner)];
  let stream: ReadStream = await watch();
  await stream.next(isSnapshot);
  const seen: string[] = [];
  let gross = 0;
  const take = ({ data }: ReadEvent) => {
    if (data.sale) seen.push(data.sale.id);
    gross = data.figures?.gross ?? gross;
  };
  const sales = 40;
  const selling = Promise.all(
    units.map(async (of) => {
      const ids: string[] = [];
      while (ids.length < sales) ids.push(await sell({}, of));
      return ids;
    }),
  );
  for (const until of [15, 35, 60, 2 * sales]) {
    while (seen.length < until) take(await stream.next(isSale));
    // What has arrived meanwhile counts as read up to the last event.
    stream.close();
    await stream.ended;
    const after: string | undefined = stream.events.at(-1)?.id;
    const known = new Set(seen);
    for (const event of stream.events.filter(isSale))
      if (!known.has(event.data.sale.id)) take(event);
    stream = await watch({ after });
  }
  stream.close();
  const ids = (await selling).flat();
  expect(seen).toHaveLength(2 * sales);
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(gross).toBe((await report()).grossVolume);
});

test('goes on after the last event that was read, or begins anew', async () => {
  const stream = await watch();
  await stream.next(isSnapshot);
  const first = await sell();
  const { id } = await stream.next(ofSale(first));
  stream.close();
  const missed = [await sell(), await sell()];

  const resumed = await watch({ after: id });
  for (const one of missed) await resumed.next(ofSale(one));
  // Changes of alerts have no position in the logs: those of now come with what was missed.
  await resumed.next(({ name }) => name === 'alert');
  expect(resumed.events.map(({ name }) => name)).toEqual(['sale', 'sale', 'alert']);
  resumed.close();

  const day = id.slice(0, 10);
  const others = [id.replace(day, '2020-01-01'), 'no cursor', `${day};${unit.unitNumber}.999`];
  for (const after of others) {
    const anew = await watch({ after });
    expect((await anew.next(() => true)).name).toBe('snapshot');
    anew.close();
  }
});

test('ALERT-02 an alert that is acknowledged is one no longer on all streams of its venue', async () => {
  const { alertId } = await addAlert(app, owner);
  const [stream, other] = [await watch(), await watch()];
  const isAlert = ({ name }: ReadEvent) => name === 'alert';
  expect((await stream.next(isSnapshot)).data.alerts).toMatchObject({
    waiting: { all: 1, urgent: 0 },
    latest: [{ id: alertId, text: 'Rum is at 18%' }],
  });
  const acknowledged = await send('POST', `/api/alerts/${alertId}`, { action: 'acknowledge' });
  expect(acknowledged.status, acknowledged.text).toBe(200);
  for (const one of [stream, other]) {
    const { data } = await one.next(isAlert);
    expect(data.alerts).toMatchObject({ waiting: { all: 0, urgent: 0 }, latest: [] });
    one.close();
  }
});

test('NIGHT-03 a sale that is rolled back is no event', async () => {
  const stream = await watch();
  await stream.next(isSnapshot);
  const before = await sell();
  const { data } = await stream.next(ofSale(before));
  // The case of what is not poured is stored after the change.
  await sql`alter table pour_cases add constraint no_cases check (failed_glasses < 0) not valid`.execute(
    app.db,
  );
  const refused = { drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0 }] };
  expect((await send('POST', '/api/orders', refused, unit.key)).status).toBe(500);
  await sql`alter table pour_cases drop constraint no_cases`.execute(app.db);
  const after = await sell();
  const next = await stream.next(isSale);
  expect(next.data.sale.id).toBe(after);
  expect(next.data).toMatchObject({ number: data.number + 1, figures: { orders: 2 } });
  stream.close();
});

test('NIGHT-04 a stream ends with its session, and with the access of its reader', async () => {
  const other = await app.login(owner.email);
  const ownStream = await watch();
  const stream = await watch({}, other);
  expect((await send('POST', '/api/users/logout', undefined, other)).status).toBe(200);
  await stream.ended;

  const bartender = await addPerson(app, owner, 'bartender');
  const ofBartender = await watch({}, bartender.token);
  const { data } = await ofBartender.next(isSnapshot);
  expect(data.figures).toEqual({ orders: 0, servings: 0, asOf: expect.any(String) });
  expect((await send('DELETE', `/api/people/${bartender.userId}`)).status).toBe(200);
  await ofBartender.ended;

  const sold = await sell();
  await ownStream.next(ofSale(sold));
  ownStream.close();
});

test('NIGHT-04 one of two owners’ staff loses the stream of the owner that suspends them, and no other', async () => {
  const other = await addOwner(app, `Other of ${owner.venueId}`);
  const kim = await addPerson(app, owner, 'manager');
  await joinOwner(app, other, kim, 'manager');
  // Before the streams begin: with a new unit they begin anew, with its sales in the snapshot.
  const unitThere = await createUnit(app, other);
  const at = (of: TestOwner) =>
    openStream(`${base}/api/venues/${of.venueId}/live`, kim.token, {
      headers: { 'x-owner': of.userId },
    });
  const [here, there] = [await at(owner), await at(other)];
  await here.next(isSnapshot);
  await there.next(isSnapshot);
  const suspended = await send('PATCH', `/api/people/${kim.userId}`, { state: 'suspended' });
  expect(suspended.status).toBe(200);
  await here.ended;
  const sold = await sell({}, unitThere);
  await there.next(ofSale(sold));
  there.close();
});

test('NIGHT-04 another owner gets 404, an accountant 403, and nobody without a session anything', async () => {
  const stranger = await addOwner(app, `Stranger of ${owner.venueId}`);
  const accountant = await addPerson(app, owner, 'accountant');
  const status = async (token: string) => (await send('GET', path(), undefined, token)).status;
  expect(await status(stranger.token)).toBe(404);
  expect(await status(accountant.token)).toBe(403);
  expect(await status(unit.key)).toBe(403);
  expect((await app.send('GET', path())).status).toBe(401);
  await expect(watch({}, stranger.token)).rejects.toThrow('404');
});

test('NIGHT-07 at the start of the next night, streams begin anew', async () => {
  const at = new Date(app.deps.now());
  const evening = new Date(at).setUTCHours(23, 59, 30, 0);
  app.setNow(new Date(evening));
  try {
    const token = await app.login(owner.email);
    const stream = await watch({}, token);
    await sell();
    const { data: old } = await stream.next(isSnapshot);
    await stream.next(isSale);
    app.setNow(new Date(evening + 60_000));
    const { data } = await stream.next(isSnapshot);
    expect(data).toMatchObject({ figures: { gross: 0, orders: 0 }, sales: [] });
    expect(data.night.day > old.night.day).toBe(true);
    stream.close();
  } finally {
    app.setNow(at);
  }
});

test('without a stream, the response is the night at this moment', async () => {
  expect((await send('GET', path())).body).toMatchObject({ figures: { orders: 0 } });
  await sell();
  const { body, headers } = await send('GET', path());
  expect(headers['content-type']).toContain('application/json');
  expect(body).toMatchObject({ figures: { gross: 9, orders: 1 }, sales: [{ charged: 9 }] });
  const bad = await send('GET', `${path()}?timezone=Mars`);
  expect(bad.status).toBe(400);
});
