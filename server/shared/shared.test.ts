import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { EventStream, eventText } from './event-stream.ts';
import { sharedRuns } from './shared-runs.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('columns', () => {
  let admin: string;

  withApp({ owner: 'Rooftop', unit: true });
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
  });

  const read = (url: string) => app.send('GET', url, { token: admin });

  test.each<[what: string, addresses: () => [url: string, list: string, body: object]]>([
    [
      'venue',
      () => [`/api/users/venues/${owner.venueId}`, `/api/users/${owner.userId}/venues`, {}],
    ],
    [
      'unit',
      () => [`/api/units/${unit.unitNumber}`, `/api/venues/${owner.venueId}/units`, { unit: {} }],
    ],
    ['drink', () => [`/api/drinks/${unit.cubaLibre}`, `/api/drinks/${owner.venueId}`, {}]],
    [
      'ingredient',
      () => [
        `/api/ingredients/${unit.rum}`,
        `/api/venues/${owner.venueId}/ingredients`,
        { unitId: unit.id },
      ],
    ],
  ])('an update (%s) that names no field changes nothing', async (_, addresses) => {
    const [url, list, body] = addresses();
    const before = await read(list);
    expect(before.status).toBe(200);
    expect((await app.send('PUT', url, { token: admin, body })).status).toBe(200);
    expect((await read(list)).body).toEqual(before.body);
  });

  test('an update counts no revision, in any table that has the column', async () => {
    const { token, venueId } = owner;
    const draft = { name: 'Rum', price: 7, ingredients: [unit.rum], venueId, unitId: unit.id };
    const rum = await app.send('POST', '/api/drinks', { token, body: draft });
    const ranks = [unit.cubaLibre, rum.body.id].map((id, index) => ({
      id,
      ranking: { current: 1 - index, previous: index },
    }));
    const updates: Record<string, [url: string, body: object][]> = {
      drinks: [
        [`/api/drinks/${unit.cubaLibre}`, { name: 'Libre' }],
        ['/api/drinks', ranks],
      ],
      unit_inventory: [
        [`/api/ingredients/${unit.rum}`, { unitId: unit.id, price: 8 }],
        [`/api/ingredients/${unit.rum}/deactivate`, { unitId: unit.id }],
      ],
      units: [[`/api/units/${unit.unitNumber}`, { unit: { name: 'Left' } }]],
      venues: [[`/api/users/venues/${venueId}`, { name: 'Terrace' }]],
    };
    expect(Object.keys(updates)).toEqual(await tablesWithRevision());
    for (const [table, requests] of Object.entries(updates)) {
      for (const [url, body] of requests) {
        const before = await rowsOf(table);
        expect((await app.send('PUT', url, { token, body })).status, url).toBe(200);
        const after = await rowsOf(table);
        expect(after, url).not.toEqual(before);
        for (const row of after) expect(row['revision'], url).toBe(1);
      }
    }
  });

  async function tablesWithRevision(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'revision' and relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace
    order by name
  `.execute(app.db);
    return rows.map(({ name }) => name);
  }

  async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(stored) as row from ${sql.table(table)} as stored order by to_jsonb(stored)
  `.execute(app.db);
    return rows.map(({ row }) => row);
  }
});

describe('event stream', () => {
  const textOf = (nth: number) => eventText({ name: 'sale', id: String(nth), data: '{}' });

  function readAll({ body }: EventStream): string {
    let read = '';
    for (let part = body.read(); part !== null; part = body.read()) read += part;
    return read;
  }

  test('a slow reader gets the present state in place of more events than its queue holds', () => {
    let state = 0;
    const stream = new EventStream({ mostQueued: 500, restart: () => `state ${state}` });
    for (let nth = 1; nth <= 501; nth += 1) stream.send(textOf(nth), 1);
    state = 501;
    expect(String(stream.body.read())).toBe('state 501');
    stream.send(textOf(502), 1);
    expect(String(stream.body.read())).toBe(textOf(502));
  });

  test('events wait for a reader in their order', () => {
    const stream = new EventStream({ mostQueued: 500, restart: () => '' });
    for (let nth = 1; nth <= 500; nth += 1) stream.send(textOf(nth), 1);
    const all = Array.from({ length: 500 }, (_, nth) => textOf(nth + 1)).join('');
    expect(readAll(stream)).toBe(all);
  });

  test('a stream that has ended takes no more', async () => {
    const stream = new EventStream({ mostQueued: 500, restart: () => '' });
    stream.body.resume();
    stream.end();
    stream.send(textOf(1), 1);
    stream.keepAlive();
    stream.end();
    await new Promise((resolve) => stream.body.once('end', resolve));
  });

  test('what was missed comes before what happened while it was read', () => {
    const stream = new EventStream({ mostQueued: 500, restart: () => '' });
    stream.send(textOf(2), 1);
    stream.sendFirst(textOf(1), 1);
    expect(readAll(stream)).toBe(textOf(1) + textOf(2));
  });
});

describe('shared runs', () => {
  interface Begun {
    resolve: (value: number) => void;
    reject: (error: Error) => void;
  }

  /** Work that the test ends. */
  function controlled() {
    const begun: Begun[] = [];
    const work = (): Promise<number> =>
      new Promise((resolve, reject) => {
        begun.push({ resolve, reject });
      });
    return { begun, work };
  }

  test('those who ask while work runs share the next run, which begins after they asked', async () => {
    const { begun, work } = controlled();
    const run = sharedRuns<number>();
    const first = run('a', work);
    const others = Array.from({ length: 9 }, () => run('a', work));
    expect(begun).toHaveLength(1);
    begun[0]?.resolve(1);
    await first;
    await expect.poll(() => begun.length).toBe(2);
    const late = run('a', work);
    begun[1]?.resolve(2);
    expect(await Promise.all([first, ...others])).toEqual([1, ...others.map(() => 2)]);
    await expect.poll(() => begun.length).toBe(3);
    begun[2]?.resolve(3);
    expect(await late).toBe(3);
  });

  test('other keys do not wait, and a failure is not kept', async () => {
    const { begun, work } = controlled();
    const run = sharedRuns<number>();
    const [one, two, next] = [run('a', work), run('b', work), run('a', work)];
    expect(begun).toHaveLength(2);
    begun[0]?.reject(new Error('No'));
    begun[1]?.resolve(2);
    await expect(one).rejects.toThrow('No');
    expect(await two).toBe(2);
    await expect.poll(() => begun.length).toBe(3);
    begun[2]?.resolve(3);
    expect(await next).toBe(3);
    const last = run('a', work);
    expect(begun).toHaveLength(4);
    begun[3]?.resolve(4);
    expect(await last).toBe(4);
  });
});
