import { expect, test } from 'vitest';
import { saturday, sell, signInAt, withVenue } from '../testing/health.ts';
import { owner, send, unit } from '../testing/with-app.ts';

withVenue();

const dayMs = 24 * 60 * 60_000;

const base = (name: string) => `/api/reports/${name}?venueId=${owner.venueId}`;
const range = () =>
  `startDate=${Date.parse('2026-06-01T05:00:00-04:00')}&endDate=${saturday('23:59').getTime()}`;
const report = (more: string) =>
  send('GET', `/api/orders/sales/report?venueId=${owner.venueId}&${range()}&${more}`);

test('sales of a weekday and hour add up to the cell of the heat map', async () => {
  const wanted = [
    await sell(unit, new Date('2026-06-06T22:10:00-04:00')),
    await sell(unit, new Date('2026-06-06T22:50:00-04:00'), { quantity: 2 }),
    await sell(unit, saturday('22:20')),
  ];
  await sell(unit, saturday('21:59'));
  await sell(unit, saturday('23:00'));
  await sell(unit, new Date('2026-06-12T22:30:00-04:00'));
  await signInAt(saturday('23:59'));
  const map = await send('GET', `${base('heatmap')}&from=2026-06-01&to=2026-06-13&measure=gross`);
  const column = map.body.readings.indexOf(22);
  const cell = map.body.rows[5].cells[column];
  const { body } = await report('weekday=5&hour=22&sort=newest');
  expect(body.sales.map(({ id }: { id: string }) => id)).toEqual(
    wanted.map(({ id }) => id).toReversed(),
  );
  expect(body.listed).toMatchObject({ orders: 3, gross: cell.total });
  expect(body.pagination.total).toBe(6);
  expect(map.body.rows[5].nights).toEqual(['2026-06-06', '2026-06-13']);
  expect(cell.byNight.reduce((sum: number, figure: number) => sum + figure, 0)).toBe(cell.total);
  for (const [nth, day] of ['2026-06-06', '2026-06-13'].entries()) {
    const start = Date.parse(`${day}T05:00:00-04:00`);
    const night = `startDate=${start}&endDate=${start + dayMs - 1}&weekday=5&hour=22`;
    const ofNight = await send('GET', `/api/orders/sales/report?venueId=${owner.venueId}&${night}`);
    expect(ofNight.body.listed.gross).toBe(cell.byNight[nth]);
  }
  const first = await report('weekday=5&hour=22&pagination[size]=2');
  expect(first.body.sales).toHaveLength(2);
  const next = await report(`weekday=5&hour=22&laterThan=${first.body.sales[1].id}`);
  expect(next.body.sales.map(({ id }: { id: string }) => id)).toEqual([wanted[2]?.id]);
  expect((await report('weekday=5&hour=22&drink=None')).body.listed).toBeUndefined();
});

test('a weekday without an hour is refused', async () => {
  expect(await report('weekday=5')).toMatchObject({
    status: 400,
    body: { hour: 'Use weekday and hour together' },
  });
  expect((await report('weekday=7&hour=24')).status).toBe(400);
});
