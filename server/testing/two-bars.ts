/** Two venues of an owner whose days begin at 5 AM, and their sales. */
import { beforeEach, expect } from 'vitest';
import { nightRange } from '../../rules/nights/nights.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { addOwner, createUnit, type TestOwner, type TestUnit } from './app.ts';
import { app, withApp } from './with-app.ts';

export const week = { from: '2026-06-07', to: '2026-06-13' };
export let owner: TestOwner;
/** Two venues of the owner: in New York, and in Honolulu. */
export let bars: { venueId: string; units: TestUnit[] }[];

export function withTwoBars(): void {
  withApp();
  beforeEach(async () => {
    app.setNow(new Date('2026-05-01T12:00:00Z'));
    owner = await addOwner(app, `Group ${Math.random()}`);
    const second = await addVenue('Beach Bar');
    bars = [
      {
        venueId: owner.venueId,
        units: [await createUnit(app, owner), await createUnit(app, owner)],
      },
      { venueId: second, units: [await createUnit(app, { ...owner, venueId: second })] },
    ];
    await setClock(owner.venueId, 'America/New_York');
    await setClock(second, 'Pacific/Honolulu');
  });
}

export async function addVenue(name: string): Promise<string> {
  const { body } = await app.send('POST', '/api/users/venues', {
    token: owner.token,
    body: { name },
  });
  return body.id;
}
export const setClock = (venueId: string, timezone: string) =>
  app.send('PUT', `/api/venues/${venueId}/clock`, {
    token: owner.token,
    body: { timezone, startsAt: '05:00' },
  });
export const travel = async (to: string) => {
  app.setNow(new Date(to));
  owner.token = await app.login(owner.email);
};
/** Sells a drink of 9 dollars for each date, as it is poured. */
export async function sell(unit: TestUnit, ...dates: string[]): Promise<void> {
  for (const date of dates) {
    app.setNow(new Date(date));
    const body = { date, drinks: [{ drinkId: unit.cubaLibre }] };
    const sold = await app.send('POST', '/api/orders', { token: unit.key, body });
    expect(sold.status, sold.text).toBe(201);
  }
}
/** Gross volume of a venue in the sales report of these nights. */
export async function reported(venueId: string): Promise<number> {
  const rules = await findNightRules(app.db, venueId);
  if (!rules) throw new Error('The venue has a clock');
  const { startMs, endMs } = nightRange(rules, week.from, week.to);
  const range = { venueId, startDate: String(startMs), endDate: String(endMs - 1) };
  const query = new URLSearchParams(range).toString();
  const { body } = await app.send('GET', `/api/orders/sales/report?${query}`, {
    token: owner.token,
  });
  return body.grossVolume;
}
