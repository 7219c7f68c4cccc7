import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generatedOnce } from './generated-once.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('none');
});
afterAll(() => database.drop());

test('a query that is generated once executes with the values of each call', async () => {
  let generations = 0;
  const list = generatedOnce((db, text: string, count: number | null) => {
    generations += 1;
    return db
      .selectNoFrom([
        sql<string>`${text}::text`.as('text'),
        sql<string>`${'constant'}::text`.as('constant'),
        sql<number | null>`${count}::integer`.as('count'),
      ])
      .where(sql`${text}::text`, '!=', 'none');
  });
  const { db } = database.connection;
  expect(await list(db, 'first', 1)).toEqual([{ text: 'first', constant: 'constant', count: 1 }]);
  expect(await list(db, 'second', null)).toEqual([
    { text: 'second', constant: 'constant', count: null },
  ]);
  expect(await list(db, 'none', 2)).toEqual([]);
  expect(generations).toBe(1);
});

test('a query that is generated once runs in the transaction of its caller', async () => {
  const listTried = generatedOnce((db, text: string) =>
    db.selectNoFrom(sql<string>`current_setting(${text}, true)`.as('value')),
  );
  const { db } = database.connection;
  await db.transaction().execute(async (tx) => {
    await sql`set local barback.owner = 'tried'`.execute(tx);
    expect(await listTried(tx, 'barback.owner')).toEqual([{ value: 'tried' }]);
  });
  expect(await listTried(db, 'barback.owner')).not.toEqual([{ value: 'tried' }]);
});

test('a statement that is generated once inserts any number of rows', async () => {
  let generations = 0;
  interface Row {
    name: string;
    amount: number | null;
  }
  const list = generatedOnce((_db, { factor }: { factor: number }, rows: readonly Row[]) => {
    generations += 1;
    const values = rows.map(({ name, amount }) => sql`(${name}::text, ${amount}::integer)`);
    return sql<Row>`
      select name, amount * ${factor}::integer as amount from (values ${sql.join(values)}) as row (name, amount)
    `;
  });
  const { db } = database.connection;
  const one = [{ name: 'first', amount: 1 }];
  const two = [
    { name: 'second', amount: 2 },
    { name: 'third', amount: null },
  ];
  expect(await list(db, { factor: 1 }, one)).toEqual(one);
  expect(await list(db, { factor: 1 }, two)).toEqual(two);
  expect(await list(db, { factor: 3 }, one)).toEqual([{ name: 'first', amount: 3 }]);
  expect(generations).toBe(2);
});

test('a statement that is generated once inserts the default of a field that is left out', async () => {
  await database.connection.pool.query(
    `create table bottles (name text not null, amount integer not null default 7)`,
  );
  const insert = generatedOnce((_db, rows: readonly { name: string; amount?: number }[]) => {
    const names = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`);
    return sql`insert into bottles (${sql.join(names.map((name) => sql.id(name)))}) values ${sql.join(values)}`;
  });
  const { db, pool } = database.connection;
  await insert(db, [{ name: 'full', amount: 9 }]);
  await insert(db, [{ name: 'usual' }]);
  const { rows } = await pool.query('select name, amount from bottles order by name');
  expect(rows).toEqual([
    { name: 'full', amount: 9 },
    { name: 'usual', amount: 7 },
  ]);
});

test('an empty list is the same for an array and for rows', async () => {
  const count = generatedOnce((_db, ids: readonly string[], rows: readonly { name: string }[]) =>
    rows.length === 0
      ? sql<{ count: number }>`select cardinality(${ids}::text[]) as count`
      : sql<{
          count: number;
        }>`select cardinality(${ids}::text[]) + ${rows.length}::integer as count`,
  );
  const { db } = database.connection;
  expect(await count(db, [], [])).toEqual([{ count: 0 }]);
  expect(await count(db, ['a', 'b'], [])).toEqual([{ count: 2 }]);
  expect(await count(db, ['a'], [{ name: 'one' }])).toEqual([{ count: 2 }]);
});
