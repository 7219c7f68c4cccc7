/** Processes that are killed while they copy the setup of a unit to others. */
import { expect, test } from 'vitest';
import { app, owner, unit, withApp } from '../../server/testing/with-app.ts';
import { withWorker } from './bundle-worker.ts';

withApp({ owner: { each: 'Rooftop' }, unit: 'each' });

/** A copy to two units takes more than a hundred statements. */
const stride = 11;

const runUntilKilled = withWorker('copies-worker');

const send = async (method: string, url: string, body?: object) => {
  const response = await app.send(method, url, { token: owner.token, body });
  expect(response.status, response.text).toBeLessThan(300);
  return response.body;
};
const newUnit = async (): Promise<string> =>
  String((await send('POST', `/api/units/${owner.venueId}`, {})).unitNumber);

/** The menu of a unit without ids and the number of the unit. */
async function menuOf(unitNumber: string): Promise<string> {
  const { unitNumber: _, ...menu } = await send('GET', `/api/units/${unitNumber}/menu`);
  return JSON.stringify(menu, (name, value) => (['id', '_id'].includes(name) ? undefined : value));
}

/** Copies; returns true where the process was killed at this statement. */
function isKilled(from: string, to: readonly string[], step: number): Promise<boolean> {
  const moment = step % 2 === 0 ? 'after' : 'during';
  return runUntilKilled(app.databaseUrl, owner.userId, String(step), moment, from, ...to);
}

/** Which of these menus each unit has. */
async function stateOf(menus: readonly string[], units: readonly string[]): Promise<string> {
  const now = await Promise.all(units.map(menuOf));
  for (const menu of now) expect(menus).toContain(menu);
  return now.map((menu) => menus.indexOf(menu)).join(' ');
}

test(
  'COPY-06 a copy that is killed leaves each unit wholly as it was or wholly as its source',
  { timeout: 120_000 },
  async () => {
    const full = await newUnit();
    await send('POST', `/api/units/${full}/standard-bar`, { bar: 'classic' });
    const small = String(unit.unitNumber);
    const menus = [await menuOf(full), await menuOf(small)];
    const targets = [await newUnit(), await newUnit()];
    const found = new Set<string>();
    let state = '';
    for (let step = stride, killed = true; killed; step += stride) {
      if (state !== '1 1') expect(await isKilled(small, targets, Infinity)).toBe(false);
      killed = await isKilled(full, targets, step);
      state = await stateOf(menus, targets);
      found.add(state);
    }
    // Also killed between the units.
    expect([...found].toSorted()).toEqual(['0 0', '0 1', '1 1']);
  },
);
