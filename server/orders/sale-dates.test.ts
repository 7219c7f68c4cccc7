/** Dates that a unit sends with its sales, right or wrong. */
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAgain, app, owner, unit, withApp } from '../testing/with-app.ts';

const now = new Date('2026-11-27T21:00:00Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();

withApp({ owner: { each: 'Dates' }, unit: 'each' });
beforeEach(async () => {
  app.setNow(now);
  await signInAgain();
});

/** Sets when the unit and its first key were made. */
async function setUp(madeAt: string, keyedAt = madeAt): Promise<void> {
  const made = { created_at: new Date(madeAt) };
  await app.db.updateTable('units').set(made).where('id', '=', unit.id).execute();
  const keyed = { created_at: new Date(keyedAt) };
  await app.db.updateTable('unit_keys').set(keyed).where('unit_id', '=', unit.id).execute();
}
const sell = async (date: string | number | undefined, more: object = {}) => {
  const body = {
    ...(date !== undefined && { date }),
    drinks: [{ drinkId: unit.cubaLibre }],
    ...more,
  };
  const sold = await app.send('POST', '/api/orders', { token: unit.key, body });
  expect(sold.status, sold.text).toBe(201);
  return sold.body.date as string;
};
const clockFindings = async () => {
  const path = `/api/venues/${owner.venueId}/health?timezone=UTC`;
  const { body } = await app.send('GET', path, { token: owner.token });
  return body.findings.filter(({ kind }: any) => kind === 'clock').map(({ text }: any) => text);
};

describe('a date that no sale of its unit can have', () => {
  test.each([
    ['1970-01-01T00:00:07Z', 'when clocks begin'],
    ['2000-01-01T00:10:00Z', 'when other clocks begin'],
    ['2023-05-04T12:00:00Z', 'when the unit was built'],
    ['0026-11-27T20:59:00Z', 'with two digits of the year'],
    ['2026-11-26T11:00:00Z', 'before the unit was set up'],
  ])('%s, %s, counts at the receipt, and the clock is found', async (date) => {
    await setUp('2026-11-27T12:00:00Z');
    expect(await sell(date)).toBe(now.toISOString());
    expect(await clockFindings()).toEqual([
      `Its last sale is dated ${date.slice(0, 10)}: check its clock`,
    ]);
    app.setNow(new Date(now.getTime() + minuteMs));
    expect(await sell(now.getTime() + minuteMs)).not.toBe(now.toISOString());
    expect(await clockFindings()).toEqual([]);
  });

  test('is none of a unit that has been in service for longer than it is here', async () => {
    await setUp('2026-11-27T12:00:00Z');
    const since = { in_service_since: new Date('2026-11-20T12:00:00Z') };
    await app.db.updateTable('units').set(since).where('id', '=', unit.id).execute();
    expect(await sell('2026-11-20T13:00:00Z')).toBe('2026-11-20T13:00:00.000Z');
    expect(await sell('2026-11-20T11:00:00Z')).toBe(now.toISOString());
  });

  test('is one before the first key of the unit', async () => {
    await setUp('2026-10-01T12:00:00Z', '2026-11-27T12:00:00Z');
    expect(await sell('2026-11-20T12:00:00Z')).toBe(now.toISOString());
    expect(await sell('2026-11-27T13:00:00Z')).toBe('2026-11-27T13:00:00.000Z');
  });

  test('is one that is older than any queue', async () => {
    await setUp('2020-01-01T12:00:00Z');
    expect(await sell(before(61 * dayMs))).toBe(now.toISOString());
  });
});

describe('a sale keeps its date', () => {
  test('of weeks without a network', async () => {
    await setUp('2026-01-05T12:00:00Z');
    for (const days of [1, 20, 45, 59])
      expect(await sell(before(days * dayMs))).toBe(before(days * dayMs));
    expect(await clockFindings()).toEqual([]);
  });

  test('with a key that was made since, where the unit had another one', async () => {
    await setUp('2026-01-05T12:00:00Z');
    const made = await app.send('POST', `/api/units/${unit.unitNumber}/keys`, {
      token: owner.token,
      body: { label: 'New' },
    });
    expect(made.status, made.text).toBe(201);
    expect(await sell(before(3 * dayMs))).toBe(before(3 * dayMs));
  });

  test('of a new unit whose clock is a few minutes slow', async () => {
    await setUp(before(minuteMs));
    expect(await sell(before(5 * minuteMs))).toBe(before(5 * minuteMs));
  });

  test('that an account enters', async () => {
    await setUp(before(minuteMs));
    const body = {
      date: before(400 * dayMs),
      unitNumber: unit.unitNumber,
      drinks: [{ drinkId: unit.cubaLibre }],
    };
    const entered = await app.send('POST', '/api/orders', { token: owner.token, body });
    expect(entered.status, entered.text).toBe(201);
    expect(entered.body.date).toBe(before(400 * dayMs));
  });
});
