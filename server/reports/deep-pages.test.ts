import { beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../db/demo/accounts.ts';
import { seedDemo } from '../../db/demo/seed.ts';
import { app, withApp } from '../testing/with-app.ts';

let token: string;
let venueId: string;
withApp();
beforeAll(async () => {
  await seedDemo(app.db, { now: app.deps.now });
  const body = { email: 'maya@rooftop.example', password: demoPassword };
  token = (await app.send('POST', '/api/users/login', { body })).body.token;
  const venue = await app.db
    .selectFrom('venues')
    .select('id')
    .where('name', '=', 'Rooftop Bar')
    .executeTakeFirstOrThrow();
  venueId = venue.id;
});

const page = async (
  range: { startDate: number; endDate: number },
  current: number,
  size: number,
  unitId = 'all',
  sort = 'oldest',
) => {
  const url = `/api/orders/sales/report?venueId=${venueId}&unitId=${unitId}&startDate=${range.startDate}&endDate=${range.endDate}`;
  const { body } = await app.send(
    'GET',
    `${url}&sort=${sort}&pagination[current]=${current}&pagination[size]=${size}`,
    { token },
  );
  return body as { sales: { id: string }[]; pagination: { total: number } };
};
const ids = ({ sales }: { sales: { id: string }[] }) => sales.map((sale) => sale.id);

// Ranges that begin and end within an hour, on the hour, and in the middle of a day.
const hour = 3_600_000;
const today = Math.floor(Date.now() / hour) * hour;
const ranges = [
  { startDate: today - 100 * 24 * hour, endDate: today - 1 },
  { startDate: today - 90 * 24 * hour + 1_234_567, endDate: today - 1_234_567 },
];

test.each(ranges)('a late page equals the one found by counting from the start', async (range) => {
  for (const unitId of ['all', '1001']) {
    const whole = ids(await page(range, 1, 10_000, unitId));
    expect(whole.length).toBeGreaterThan(2000);
    for (let current = 1; (current - 1) * 130 < whole.length + 130; current += 1) {
      const [from, to] = [(current - 1) * 130, current * 130];
      expect(ids(await page(range, current, 130, unitId))).toEqual(whole.slice(from, to));
      expect(ids(await page(range, current, 130, unitId, 'newest'))).toEqual(
        whole.toReversed().slice(from, to),
      );
    }
  }
});

test('a report page past the end is empty', async () => {
  const [range] = ranges;
  if (range) expect(ids(await page(range, 900_000_000, 10))).toEqual([]);
});
