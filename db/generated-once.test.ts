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
