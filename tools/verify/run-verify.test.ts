/** npm run verify as the operator sees it. */
import { beforeAll, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { addOwner } from '../../server/testing/app.ts';
import { app, owner, unit, withApp } from '../../server/testing/with-app.ts';
import { runHere } from '../testing/run-here.ts';
import { runVerify } from './run-verify.ts';

const folder = withTestFolder();

withApp({ owner: 'Tiki', unit: true });
beforeAll(async () => {
  const body = { drinks: [{ drinkId: unit.cubaLibre }] };
  await app.send('POST', '/api/orders', { token: unit.key, body });
  await addOwner(app, 'Quiet');
});

const run = (...args: string[]) => runUntil(undefined, ...args);

async function runUntil(
  stop: AbortSignal | undefined,
  ...args: string[]
): Promise<{ code: number; lines: string[] }> {
  const environment = { DATABASE_URL: app.databaseUrl };
  const ran = await runHere((terminal) => runVerify(args, terminal), { environment, folder, stop });
  return { code: ran.code, lines: (ran.out + ran.err).trimEnd().split('\n') };
}

test('venues that agree are told in a line each', async () => {
  const { code, lines } = await run();
  expect(code).toBe(0);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(`(${owner.venueId}): 1 sale, no differences`);
  expect(lines[2]).toBe('No differences in 2 venues.');
});

test('a difference is told in a sentence, and the exit code is 1', async () => {
  await app.db.updateTable('orders').set({ price_cents: 1 }).execute();
  const { code, lines } = await run('--venue', owner.venueId);
  expect(code).toBe(1);
  expect(lines[0]).toContain(': 1 sale, 1 difference');
  expect(lines[1]).toMatch(/^  Order .*: price \$0\.01; its drinks add up to \$[\d.]+\.$/);
  expect(lines.at(-1)).toBe('1 difference in 1 venue.');
});

test('the sums of a venue are rebuilt from its sales, which is in the audit log', async () => {
  await app.db.updateTable('orders').set({ price_cents: 950 }).execute();
  await app.db.updateTable('ordered_drinks').set({ price_cents: 950 }).execute();
  await app.db.deleteFrom('drink_rollups').execute();
  expect((await run('--venue', owner.venueId)).code).toBe(1);
  const { code, lines } = await run('--venue', owner.venueId, '--rebuild');
  expect(lines[0]).toMatch(/^Rebuilt the sums of .* from 1 sale\.$/);
  expect([code, lines.at(-1)]).toEqual([0, 'No differences in 1 venue.']);
  const { target } = await app.db
    .selectFrom('audit')
    .select('target')
    .where('action', '=', 'venue.sums_rebuilt')
    .executeTakeFirstOrThrow();
  expect(target).toMatch(/^venue /);
  expect((await run('--rebuild')).lines.join()).toContain('--rebuild is of one venue');
});

test('a rebuild that is stopped reports that what it has rebuilt stays', async () => {
  expect(await runUntil(AbortSignal.abort(), '--venue', owner.venueId, '--rebuild')).toEqual({
    code: 1,
    lines: ['Stopped. What is rebuilt stays; run it again to continue.'],
  });
  expect(await runUntil(AbortSignal.abort())).toEqual({
    code: 1,
    lines: ['Stopped. Nothing was saved.'],
  });
});

test('a venue that is not there, and options it does not have, are errors', async () => {
  expect(await run('--venue', 'Nowhere')).toEqual({
    code: 1,
    lines: ["There is no venue with the id or the name 'Nowhere'."],
  });
  expect((await run('--all')).lines.join()).toContain('it takes --venue with the id or the name');
});
