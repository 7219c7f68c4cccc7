import { beforeEach, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, addSuperAdmin } from '../testing/app.ts';
import { bars, owner, sell, withTwoBars } from '../testing/two-bars.ts';
import { app } from '../testing/with-app.ts';

withTwoBars();
beforeEach(async () => {
  // Venues are listed in the order in which they were made.
  await app.db
    .updateTable('venues')
    .set({ created_at: new Date('2026-04-01T12:00:00Z') })
    .where('id', '=', owner.venueId)
    .execute();
});

const list = (query: Record<string, string> = {}, token = owner.token) =>
  app.send('GET', `/api/units?${new URLSearchParams(query).toString()}`, { token });
const numbersOf = ({ body }: { body: any }) =>
  body.units.map(({ unitNumber }: { unitNumber: number }) => unitNumber);
const numbers = () => bars.map(({ units }) => units.map(({ unitNumber }) => unitNumber));
const openAlert = (unitId: string, venueId: string, kind: string, text: string) =>
  app.db
    .insertInto('alerts')
    .values({
      venue_id: venueId,
      id: crypto.randomUUID(),
      kind,
      key: `${kind} ${unitId}`,
      severity: kind === 'offline' ? 'urgent' : 'soon',
      text,
      unit_id: unitId,
      opened_at: new Date('2026-05-02T12:00:00Z'),
      last_seen_at: new Date('2026-05-02T12:00:00Z'),
    })
    .execute();

test('the units of all venues are listed by venue, each with its state and its most urgent alert', async () => {
  const [[first, second], [third]] = numbers() as [[number, number], [number]];
  await sell(bars[0]!.units[1]!, '2026-05-01T12:00:00Z');
  await sell(bars[1]!.units[0]!, '2026-05-01T12:45:00Z');
  app.setNow(new Date('2026-05-01T12:50:00Z'));
  const paused = await app.send('POST', `/api/units/${first}/maintenance`, {
    token: owner.token,
    body: { minutes: 60, reason: 'cleaning' },
  });
  expect(paused.status).toBe(200);
  const { venueId, units } = bars[0]!;
  await openAlert(units[1]!.id, venueId, 'clock', 'Its clock is an hour ahead');
  await openAlert(units[1]!.id, venueId, 'offline', 'Offline 50 min');
  await openAlert(units[1]!.id, venueId, 'low', 'Gin is low');
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    asOf: '2026-05-01T12:50:00.000Z',
    units: [
      {
        unitNumber: second,
        venueId,
        state: 'offline',
        text: 'Offline 50 min',
        needsAttention: true,
        lastContactAt: '2026-05-01T12:00:00.000Z',
      },
      {
        unitNumber: first,
        state: 'maintenance',
        text: 'In maintenance until 9:50 AM · cleaning',
        needsAttention: false,
        lastContactAt: null,
      },
      { unitNumber: third, venueId: bars[1]!.venueId, state: 'online', text: 'Online' },
    ],
    venues: [
      { id: venueId, units: 2, attention: 1 },
      { id: bars[1]!.venueId, name: 'Beach Bar', units: 1, attention: 0 },
    ],
  });
});

test('they are found by number and name and by state, put in order within each venue, and paged', async () => {
  const [[first, second], [third]] = numbers() as [[number, number], [number]];
  const named = await app.send('PUT', `/api/units/updateUnitDetails/${second}`, {
    token: owner.token,
    body: { name: 'Attic' },
  });
  expect(named.status).toBe(200);
  await sell(bars[0]!.units[0]!, '2026-05-01T12:00:00Z');
  expect(numbersOf(await list({ sort: 'number' }))).toEqual([first, second, third]);
  expect(numbersOf(await list({ sort: 'state' }))).toEqual([second, first, third]);
  expect(numbersOf(await list({ search: 'ATT' }))).toEqual([second]);
  expect(numbersOf(await list({ search: String(third) }))).toEqual([third]);
  expect(numbersOf(await list({ state: 'online' }))).toEqual([first]);
  expect(numbersOf(await list({ state: 'attention' }))).toEqual([]);
  const page = await list({
    sort: 'number',
    'pagination[current]': '2',
    'pagination[size]': '2',
  });
  expect(numbersOf(page)).toEqual([third]);
  expect(page.body.venues.map(({ units }: any) => units)).toEqual([2, 1]);
  expect((await list({ state: 'lost' })).status).toBe(400);
  expect((await list({ timezone: 'Mars/Base' })).status).toBe(400);
});

test('members see the units of their venues only, others none, and super admins those of the owner they name', async () => {
  const [[first, second], [third]] = numbers() as [[number, number], [number]];
  const limited = await addPerson(app, owner, 'manager', [bars[1]!.venueId]);
  expect(numbersOf(await list({}, limited.token))).toEqual([third]);
  const other = await addOwner(app, 'Other');
  expect(numbersOf(await list({}, other.token))).toEqual([]);
  expect((await list({ ownerId: owner.userId }, other.token)).status).toBe(404);
  const admin = await addSuperAdmin(app);
  expect(numbersOf(await list({ ownerId: owner.userId, sort: 'number' }, admin))).toEqual([
    first,
    second,
    third,
  ]);
  expect((await list({}, admin)).status).toBe(400);
});
