import { expect, test } from 'vitest';
import { endedDaysOfSpan } from '../../rules/reports/report-spans.ts';
import { weekdayNumber } from '../../rules/venues/first-weekday.ts';
import { addPerson } from '../testing/accounts.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

withApp({ owner: 'Rooftop' });

const venue = () => `/api/users/venues/${owner.venueId}`;
const update = (firstWeekday: string, token = owner.token) =>
  app.send('PUT', venue(), { token, body: { firstWeekday } });

const weekStarts = async (): Promise<string[]> => {
  const query = `venueId=${owner.venueId}&from=2026-06-01&to=2026-06-16&timezone=UTC&by=week&measure=gross`;
  const { body } = await app.send('GET', `/api/reports/series?${query}`, { token: owner.token });
  return body.points.map(({ from }: { from: string }) => from);
};

test('weeks begin on Monday, or on the day that the owner chooses for the venue, which is logged', async () => {
  const before = await app.send('GET', venue(), { token: owner.token });
  expect(before.body.firstWeekday).toBe('monday');
  expect(await weekStarts()).toEqual(['2026-06-01', '2026-06-08', '2026-06-15']);

  const { status, body } = await update('sunday');
  expect([status, body.firstWeekday]).toEqual([200, 'sunday']);
  expect(await weekStarts()).toEqual(['2026-06-01', '2026-06-07', '2026-06-14']);
  const log = await app.send('GET', '/api/audit', { token: owner.token });
  expect(log.body.entries[0]).toMatchObject({
    action: 'venue.updated',
    oldValue: { firstWeekday: 'monday' },
    newValue: { firstWeekday: 'sunday' },
  });
  expect((await update('saturday')).status).toBe(200);
  expect(await weekStarts()).toEqual(['2026-06-01', '2026-06-06', '2026-06-13']);
});

test('a day that no week begins on is refused, and a bartender chooses none', async () => {
  expect((await update('tuesday')).body).toMatchObject({
    firstWeekday: 'Use monday, saturday, sunday',
  });
  const bartender = await addPerson(app, owner, 'bartender');
  expect((await update('sunday', bartender.token)).status).toBe(403);
});

test.each([
  ['monday', { from: '2026-06-01', to: '2026-06-07' }],
  ['saturday', { from: '2026-06-06', to: '2026-06-12' }],
  ['sunday', { from: '2026-05-31', to: '2026-06-06' }],
] as const)('last week of a venue whose weeks begin on %s is %o', (first, days) => {
  // The night of Friday has ended.
  expect(endedDaysOfSpan('lastWeek', '2026-06-12', weekdayNumber[first])).toEqual(days);
});
