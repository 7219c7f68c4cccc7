/** Faults that a simulation plants in a venue, and the places that Barback names, on the real app with a real database. */
import { beforeAll, describe, expect, test } from 'vitest';
import { flagNamed } from '../rules/flags/flag-names.ts';
import { overPourRatio, stolenMl } from '../rules/simulation/unit-faults.ts';
import { addOwner, testPassword } from '../server/testing/app.ts';
import { login, openApi, type Session } from './api.ts';
import { assembleFleet } from './fleet.ts';
import { readOptions } from './options.ts';
import { simulate } from './simulation.ts';
import type { Unit } from './stock-units.ts';
import { alwaysOn } from '../server/testing/stock.ts';
import { app, withApp } from '../server/testing/with-app.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const timezone = 'America/New_York';
/** A Saturday at 10 PM in New York. */
const endsAtMs = Date.parse('2026-06-14T02:00:00Z');

let url: string;

withApp({ deps: { flags: alwaysOn(flagNamed.inventoryManagement) } });
beforeAll(async () => {
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
});

interface Simulated {
  session: Session;
  venueId: string;
  units: Unit[];
}

/** Stocks the units of a new owner before the simulated time; the units sell at its end, each with the times of its sales. */
async function simulateUnits(
  name: string,
  lifeMs: number,
  count: number,
  args: readonly string[],
): Promise<Simulated> {
  const startsAtMs = endsAtMs - lifeMs;
  app.setNow(new Date(startsAtMs - hourMs));
  const { venueId } = await addOwner(app, name);
  const email = `${name.toLowerCase()}@example.com`;
  const who = ['--url', url, '--email', email, '--password', testPassword];
  const time = [
    '--fast',
    '--units',
    String(count),
    '--minutes',
    String(lifeMs / 60_000 / 20),
    '--timezone',
    timezone,
  ];
  const options = readOptions([...who, ...time, ...args]);
  const requested = { ...options, inServiceSince: startsAtMs - dayMs };
  const owner = await login(openApi(url), options);
  // Each at a time of its own, in which order units are listed.
  for (let units = 1; units <= count; units += 1) {
    app.setNow(new Date(startsAtMs - hourMs + units));
    await (await assembleFleet(owner, { ...requested, units }, () => undefined)).disband();
  }
  app.setNow(new Date(endsAtMs));
  const out = { write: () => undefined };
  const { signal: stop } = new AbortController();
  const { differing, unsent } = await simulate(options, { out, stop, endsAtMs });
  expect([differing, unsent]).toEqual([[], 0]);
  const session = await login(openApi(url), options);
  const { body: units } = await session.send('listUnits', { params: { venueId } });
  return { session, venueId, units };
}

const lossOf = async ({ session, venueId }: Simulated, unitId: string) => {
  const query = { from: '2026-06-11', to: '2026-06-13', timezone, unitId };
  return (await session.send('getLoss', { params: { venueId }, query })).body;
};

/** Positions of a unit that are neither as usual nor with too few pours to say, such as "10 slowing". */
async function namedPositions({ session }: Simulated, { unitNumber }: Unit): Promise<string[]> {
  const query = { from: '2026-06-01', to: '2026-06-13', timezone };
  const params = { unitNumber: String(unitNumber) };
  const { body } = await session.send('getPositionHealth', { params, query });
  return body.positions
    .filter(({ state }) => state !== 'usual' && state !== 'few')
    .map(({ position, state }) => `${position} ${state}`);
}

describe('a theft, a refill without a record and a wrong meter, each in a unit of its own', () => {
  let simulated: Simulated;
  let losses: Awaited<ReturnType<typeof lossOf>>[];

  beforeAll(async () => {
    const faults = ['--rush', '--faults', 'theft,unrecorded,meter'];
    simulated = await simulateUnits('Rooftop', 36 * hourMs, 3, faults);
    losses = await Promise.all(simulated.units.map(({ _id }) => lossOf(simulated, _id)));
  }, 400_000);

  test('LOSS-06 the loss report names what was taken and what was not recorded, to 0.01 ml, and nothing else', () => {
    const unexplained = losses.map(({ ingredients }) =>
      ingredients.flatMap(({ name, ml }) => (ml.unexplained === 0 ? [] : [[name, ml.unexplained]])),
    );
    const poured = losses[1]?.ingredients.find(({ name }) => name === 'Ginger Beer')?.ml.poured;
    expect(poured).toBeGreaterThan(0);
    const [stolen, [filled] = [], metered] = unexplained;
    expect(stolen).toEqual([['Ginger Beer', stolenMl]]);
    expect([unexplained[1]?.length, filled?.[0], metered]).toEqual([1, 'Ginger Beer', []]);
    // No more than was poured of the full bag until then.
    expect(filled?.[1]).toBeLessThan(0);
    expect(-Number(filled?.[1])).toBeLessThanOrEqual(Number(poured));
  });

  test('STOCK-07 the movements of each unit have one count that differs from the books, at the place', async () => {
    const differing = await Promise.all(
      simulated.units.map(async ({ unitNumber }) => {
        const params = { unitNumber: String(unitNumber) };
        const query = { pagination: { size: 100 } };
        const { body } = await simulated.session.send('listUnitMovements', { params, query });
        return body.movements
          .filter(
            ({ kind, levelBefore, levelAfter }) => kind === 'counted' && levelBefore !== levelAfter,
          )
          .map(({ position, levelBefore, levelAfter }) => [position, levelAfter < levelBefore]);
      }),
    );
    expect(differing).toEqual([[['103', true]], [['103', false]], []]);
  });

  test('LOSS-05 the position that pours 4 % more is named, and no other one', () => {
    const named = losses.map(({ meters }) =>
      meters.map(({ position, ratio }) => [position, ratio]),
    );
    expect(named).toEqual([[], [], [[1, overPourRatio]]]);
  });

  test('MAP-01 no position is said to fail or to become slower', async () => {
    for (const unit of simulated.units) expect(await namedPositions(simulated, unit)).toEqual([]);
  });
});

test('MAP-02 a valve that wears out in ten nights is named, and no other position of two units', async () => {
  const simulated = await simulateUnits('Terrace', 10 * dayMs, 2, ['--faults', 'valve']);
  const named = await Promise.all(simulated.units.map((unit) => namedPositions(simulated, unit)));
  expect(named).toEqual([['10 slowing'], []]);
  const losses = await Promise.all(simulated.units.map(({ _id }) => lossOf(simulated, _id)));
  expect(losses.flatMap(({ meters }) => meters)).toEqual([]);
}, 400_000);
