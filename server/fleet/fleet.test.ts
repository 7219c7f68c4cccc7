/** The list of the units of all owners, through HTTP, on a Saturday at 9 PM. */
import { beforeEach, expect, test } from 'vitest';
import { addSuperAdmin, type TestUnit } from '../testing/app.ts';
import { addPerson } from '../testing/accounts.ts';
import {
  addNights,
  addUnit,
  beat,
  beats,
  checkAt,
  failAt,
  minutesAfter,
  refuseSale,
  saturday,
  withAlertChecks,
} from '../testing/health.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withAlertChecks();

const ninePm = saturday('21:00');
let admin: string;
beforeEach(() => app.db.deleteFrom('fleet_units').execute());

const readAt = async (at: Date, query: Record<string, string> = {}) => {
  app.setNow(at);
  admin = await addSuperAdmin(app);
  return read(query);
};
const read = async (query: Record<string, string> = {}) => {
  const path = `/api/admins/fleet?${new URLSearchParams(query).toString()}`;
  const { status, body, text } = await app.send('GET', path, { token: admin });
  expect(status, text).toBe(200);
  return body;
};
const numbersOf = ({ units }: any): number[] =>
  units.map(({ unitNumber }: { unitNumber: number }) => unitNumber);

/** Opens a ticket on the unit with a note, and returns its id. */
async function openTicket(): Promise<string> {
  admin = await addSuperAdmin(app);
  const body = { key: unit.id, unit: unit.id, subject: 'Is offline', note: 'Called' };
  const opened = await app.send('POST', '/api/admins/tickets', { token: admin, body });
  expect(opened.status, opened.text).toBe(201);
  return opened.body.id;
}

/** Units that expect nothing, in contact. */
async function addIdle(count: number): Promise<TestUnit[]> {
  const idle: TestUnit[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const added = await addUnit();
    await beat(added, ninePm, { software: '4.2.0' });
    idle.push(added);
  }
  return idle;
}

test('FLEET-02 an offline unit that is expected to sell $300 an hour stands above ten idle ones', async () => {
  // 34 drinks at $9.00.
  await addNights(unit, 34);
  await beats(unit, saturday('20:30'), saturday('20:45'));
  await addIdle(10);
  await checkAt(ninePm);
  const { units, total, figures, next } = await readAt(ninePm);
  expect(units[0]).toMatchObject({
    unitNumber: unit.unitNumber,
    state: 'offline',
    owner: { id: owner.userId },
    venue: { id: owner.venueId },
    timezone: 'America/New_York',
    expectedPerHour: 306,
    atRiskPerHour: 306,
    figuresAt: ninePm.toISOString(),
  });
  expect(units).toHaveLength(11);
  expect(units.slice(1).every((one: any) => one.atRiskPerHour === 0)).toBe(true);
  expect(total).toEqual({ units: 11, atRiskPerHour: 306 });
  expect(figures).toEqual({ oldest: ninePm.toISOString(), newest: ninePm.toISOString() });
  expect(next).toBeNull();
});

test('a unit in contact puts the share of what fails at risk, and names refused sales and tickets', async () => {
  await addNights(unit, 34);
  await beats(unit, saturday('20:30'), ninePm);
  await failAt(minutesAfter(ninePm, -1), 5);
  await refuseSale(minutesAfter(ninePm, -1));
  await beat(unit, ninePm, { software: '4.3.0' });
  await openTicket();
  await checkAt(ninePm);
  const [one] = (await readAt(ninePm)).units;
  expect(one).toMatchObject({
    state: 'failing',
    software: '4.3.0',
    failed: 5,
    glasses: 5,
    failureRate: 1,
    refused: 1,
    tickets: 1,
    lastContactAt: ninePm.toISOString(),
  });
  expect(one.atRiskPerHour).toBe(one.expectedPerHour);
});

test('a unit that is in maintenance says so', async () => {
  await addNights(unit, 20);
  await beat(unit, ninePm, { service: { minutes: 30 } });
  await checkAt(ninePm);
  expect((await readAt(ninePm)).units[0].state).toBe('maintenance');
});

test('the list is narrowed by state, software, owner and text', async () => {
  await beat(unit, ninePm, { software: '5.0.0' });
  const [idle] = await addIdle(1);
  await checkAt(ninePm);
  const all = await readAt(ninePm);
  expect(all.units).toHaveLength(2);
  expect(numbersOf(await read({ software: '5.0.0' }))).toEqual([unit.unitNumber]);
  expect(numbersOf(await read({ search: String(idle!.unitNumber) }))).toEqual([idle!.unitNumber]);
  expect(numbersOf(await read({ search: `${idle!.unitNumber} BÀR` }))).toEqual([idle!.unitNumber]);
  expect(numbersOf(await read({ state: 'offline' }))).toEqual([]);
  expect(numbersOf(await read({ search: '100%' }))).toEqual([]);
  expect(numbersOf(await read({ owner: owner.userId, sort: 'place' }))).toEqual(
    [unit.unitNumber, idle!.unitNumber].sort(),
  );
  expect((await read({ owner: owner.venueId })).total).toEqual({ units: 0, atRiskPerHour: 0 });
});

test('FLEET-01 pages hold each unit once, whatever order they have, while states change', async () => {
  await addNights(unit, 34);
  await beats(unit, saturday('20:30'), ninePm);
  const idle = await addIdle(6);
  await checkAt(ninePm);
  const all = [unit, ...idle].map(({ unitNumber }) => unitNumber).sort();
  for (const sort of ['atRisk', 'expected', 'failureRate', 'refused', 'place']) {
    const seen: number[] = [];
    let page = await readAt(minutesAfter(ninePm, 10), { sort, 'pagination[size]': '2' });
    seen.push(...numbersOf(page));
    for (let nth = 0; page.next !== null; nth += 1) {
      // States change between the pages: the unit goes offline, and another one fails or is renamed.
      const at = minutesAfter(ninePm, 20 + nth);
      if (nth % 2 === 1) await beat(unit, at);
      await app.db
        .updateTable('units')
        .set({ name: `Moved ${nth}` })
        .where('venue_id', '=', owner.venueId)
        .execute();
      await checkAt(at);
      app.setNow(minutesAfter(ninePm, 11));
      page = await read({ sort, 'pagination[size]': '2', cursor: page.next });
      seen.push(...numbersOf(page));
    }
    expect(seen.sort(), sort).toEqual(all);
  }
});

test('a deleted unit leaves the list', async () => {
  const [idle] = await addIdle(1);
  await checkAt(ninePm);
  await app.db
    .updateTable('units')
    .set({ deleted_at: ninePm })
    .where('id', '=', idle!.id)
    .execute();
  await checkAt(minutesAfter(ninePm, 1));
  expect(numbersOf(await readAt(ninePm))).toEqual([unit.unitNumber]);
});

test('a cursor that is old, or none, is refused at its field', async () => {
  await addIdle(1);
  await checkAt(ninePm);
  const { next } = await readAt(ninePm, { 'pagination[size]': '1' });
  const send = (cursor: string, sort = 'atRisk') =>
    app.send('GET', `/api/admins/fleet?cursor=${cursor}&sort=${sort}`, { token: admin });
  app.setNow(minutesAfter(ninePm, 15));
  expect(await send(next)).toMatchObject({
    status: 400,
    body: { cursor: 'The list has changed since. Start at its first page again' },
  });
  for (const [cursor, sort] of [
    ['abc', 'atRisk'],
    [next, 'place'],
    [Buffer.from('[1,2]').toString('base64url'), 'atRisk'],
  ] as const)
    expect((await send(cursor, sort)).body).toEqual({
      cursor: 'Use the value of next of the page before',
    });
});

test('the page of a unit has its figures, when it was offline, its software, refused sales and tickets', async () => {
  await beat(unit, saturday('19:00'), { software: '4.2.0' });
  await beat(unit, saturday('19:01'), { software: '4.2.0' });
  await refuseSale(saturday('19:01'));
  await beat(unit, saturday('20:00'), { software: '4.3.0', reader: 'ready', queuedSales: 2 });
  await beat(unit, saturday('20:01'), {});
  await openTicket();
  await checkAt(ninePm);
  app.setNow(ninePm);
  const page = await app.send('GET', `/api/admins/fleet/${unit.id}`, { token: admin });
  expect(page.status, page.text).toBe(200);
  expect(page.body).toMatchObject({
    unitNumber: unit.unitNumber,
    owner: { id: owner.userId },
    venue: { id: owner.venueId },
    timezone: 'America/New_York',
    deletedAt: null,
    figures: { state: 'offline', refused: 1, tickets: 1 },
    contact: {
      lastContactAt: saturday('20:01').toISOString(),
      since: saturday('20:00').toISOString(),
      offline: [
        { from: saturday('20:01').toISOString(), until: null },
        { from: saturday('19:01').toISOString(), until: saturday('20:00').toISOString() },
      ],
      heartbeat: { reader: 'unknown', queuedSales: null },
    },
    software: [
      { software: '4.3.0', since: saturday('20:00').toISOString() },
      { software: '4.2.0', since: saturday('19:00').toISOString() },
    ],
    refusedSales: [{ times: 1, state: 'open' }],
    tickets: [{ subject: 'Is offline', notes: [{ note: 'Called' }] }],
    assignees: [{}],
  });
  await app.db.updateTable('units').set({ deleted_at: ninePm }).where('id', '=', unit.id).execute();
  const deleted = await app.send('GET', `/api/admins/fleet/${unit.id}`, { token: admin });
  expect(deleted.body).toMatchObject({ deletedAt: ninePm.toISOString(), tickets: [{}] });
  expect(deleted.body.contact.offline).toHaveLength(1);
});

test('of the software of a unit, the last 50 are kept', async () => {
  for (let nth = 0; nth < 52; nth += 1)
    await beat(unit, minutesAfter(ninePm, nth), { software: `5.0.${nth}` });
  const kept = app.db.selectFrom('unit_software').select('software').where('unit_id', '=', unit.id);
  const rows = await kept.orderBy('since').execute();
  expect([rows.length, rows[0]?.software]).toEqual([50, '5.0.2']);
});

test('FLEET-05 to owners, their staff, units and programs, the fleet and its tickets do not exist', async () => {
  const staff = await addPerson(app, owner, 'manager');
  const program = await app.send('POST', '/api/tokens', {
    token: owner.token,
    body: { name: 'Hotel PMS', scopes: ['sales:read'] },
  });
  const ticketId = await openTicket();
  for (const token of [owner.token, staff.token, unit.key, program.body.token])
    for (const [method, path, body] of [
      ['GET', '/api/admins/fleet'],
      ['GET', '/api/admins/fleet/cohorts'],
      ['GET', `/api/admins/fleet/${unit.unitNumber}`],
      ['GET', '/api/admins/tickets'],
      ['POST', '/api/admins/tickets', { key: 'a', unit: unit.id, subject: 'Mine' }],
      ['PATCH', `/api/admins/tickets/${ticketId}`, { state: 'closed' }],
      ['POST', `/api/admins/tickets/${ticketId}/notes`, { key: 'a', note: 'Mine' }],
      ['POST', '/api/admins/act-as', { ownerId: owner.userId, reason: 'Call' }],
    ] as const)
      expect((await app.send(method, path, { token, body })).status).toBe(404);
});

test('FLEET-06 no answer names payments, credentials or guests', async () => {
  await addNights(unit, 34);
  await beat(unit, ninePm);
  app.setNow(ninePm);
  const sale = {
    date: ninePm.getTime(),
    drinks: [{ drinkId: unit.cubaLibre, price: 9 }],
    paymentId: 'pi_secret_4242',
    cardNumberLastDigits: '4242',
  };
  const sold = await app.send('POST', '/api/orders', { token: unit.key, body: sale });
  expect(sold.status, sold.text).toBe(201);
  const refused = {
    ...sale,
    paymentId: 'pi_secret_other',
    drinks: [{ drinkId: unit.cubaLibre, price: 0.01 }],
  };
  expect((await app.send('POST', '/api/orders', { token: unit.key, body: refused })).status).toBe(
    400,
  );
  await checkAt(ninePm);
  await readAt(ninePm);
  await openTicket();
  for (const path of [
    '/api/admins/fleet',
    '/api/admins/fleet/cohorts?by=age',
    `/api/admins/fleet/${unit.unitNumber}`,
    '/api/admins/tickets',
  ]) {
    const { text } = await app.send('GET', path, { token: admin });
    for (const trace of ['pi_secret', '4242', unit.key, owner.email, 'guest', 'card', 'phone'])
      expect(text.toLowerCase(), trace).not.toContain(trace.toLowerCase());
  }
});

test('FLEET-03 software that fails three times as often is marked, and no other', async () => {
  const others = await addIdle(11);
  const hour = saturday('12:00');
  const counts = [unit, ...others].map((one, nth) => ({
    one,
    software: nth < 3 ? '5.0.0' : nth < 7 ? '4.2.0' : '4.1.0',
    // Units differ.
    failed: (nth < 3 ? 30 : 10) + (nth % 3) - 1,
  }));
  for (const { one, software, failed } of counts) {
    await beat(one, ninePm, { software });
    await app.db
      .insertInto('drink_sums')
      .values({
        venue_id: owner.venueId,
        unit_id: one.id,
        grain: 'hour',
        bucket: hour,
        drink_key: one.cubaLibre,
        is_double: false,
        name: 'Cuba Libre',
        glasses: 500,
        poured_glasses: 500 - failed,
        failed_glasses: failed,
        comp_glasses: 0,
        refunded_glasses: 0,
        sales_cents: 0,
        list_cents: 0,
      })
      .execute();
  }
  await checkAt(ninePm);
  await readAt(ninePm);
  const cohorts = async (by: string) =>
    (await app.send('GET', `/api/admins/fleet/cohorts?by=${by}`, { token: admin })).body.cohorts;
  const software = await cohorts('software');
  expect(software.map(({ name, units, marked }: any) => [name, units, marked])).toEqual([
    ['4.1.0', 5, false],
    ['4.2.0', 4, false],
    ['5.0.0', 3, true],
  ]);
  const marked = software[2];
  expect(marked.rate).toBeCloseTo(90 / 1500);
  expect(marked.low).toBeLessThan(marked.rate);
  expect(marked.high).toBeGreaterThan(marked.rate);
  expect(await cohorts('category')).toMatchObject([
    { name: 'ROTENDER_CLASSIC', units: 12, others: null, marked: false },
  ]);
  expect(await cohorts('age')).toMatchObject([{ name: '30 to 179 days', units: 12 }]);
  // Glasses from before an update say nothing about it.
  const later = minutesAfter(ninePm, 60);
  for (const { one } of counts.slice(0, 3)) await beat(one, later, { software: '5.0.1' });
  await checkAt(later);
  await readAt(later);
  expect((await cohorts('software')).at(-1)).toMatchObject({
    name: '5.0.1',
    glasses: 0,
    rate: null,
  });
});
