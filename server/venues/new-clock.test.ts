/** The clock of a venue that is registered or added. */
import { expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, addSuperAdmin, testPassword } from '../testing/app.ts';

withApp({ now: new Date('2026-06-13T07:00:00Z') });

const clockOf = async (venueId: string, token: string) =>
  (await app.send('GET', `/api/venues/${venueId}/clock`, { token })).body.clock;

const add = (token: string, body: object) => app.send('POST', '/api/users/venues', { token, body });

test('a venue is added with its clock from its first day, by an owner and by a super admin', async () => {
  const { token, userId } = await addOwner(app, 'Rooftop');
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  const added = await add(token, { name: 'Garden', ...clock });
  expect(added.status, added.text).toBe(201);
  // 3:00 AM is of the business day before.
  expect(await clockOf(added.body.id, token)).toEqual({ ...clock, from: '2026-06-12' });
  const admin = await addSuperAdmin(app);
  const other = await add(admin, { name: 'Deck', ownerId: userId, timezone: 'Asia/Tokyo' });
  expect(await clockOf(other.body.id, token)).toMatchObject({
    timezone: 'Asia/Tokyo',
    startsAt: '04:00',
  });
  expect(await clockOf((await add(token, { name: 'Plain' })).body.id, token)).toBeNull();
});

test('a zone or a start that is not known adds no venue', async () => {
  const { token, userId } = await addOwner(app, 'Cellar');
  for (const [field, wrong] of [
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['startsAt', { timezone: 'Asia/Tokyo', startsAt: '04:10' }],
  ] as const) {
    const { status, text } = await add(token, { name: 'Nowhere', ...wrong });
    expect([status, text]).toEqual([400, expect.stringContaining(field)]);
  }
  const { body } = await app.send('GET', `/api/users/${userId}/venues`, { token });
  expect(JSON.stringify(body)).not.toContain('Nowhere');
});

test('registration stores the clock of the first venue, or none', async () => {
  const form = { name: 'Zest', password: testPassword, password2: testPassword };
  const registered = async (email: string, more: object) => {
    const body = { ...form, email, venueName: 'Zest Bar', ...more };
    const { status, text } = await app.send('POST', '/api/users/register', { body });
    expect(status, text).toBe(201);
    const venue = await app.db
      .selectFrom('venues')
      .innerJoin('users', 'users.id', 'venues.owner_id')
      .select('venues.id')
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow();
    return clockOf(venue.id, await app.login(email));
  };
  const clock = { timezone: 'Europe/Berlin', startsAt: '06:30' };
  expect(await registered('a@zest.example', clock)).toMatchObject(clock);
  expect(await registered('b@zest.example', {})).toBeNull();
  const body = { ...form, email: 'c@zest.example', venueName: 'Z', timezone: 'Mars/Olympus' };
  expect((await app.send('POST', '/api/users/register', { body })).status).toBe(400);
});
