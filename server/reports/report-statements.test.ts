import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { ReadRouter } from '../../db/pool/reads.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import { addOwner, startTestApp, type TestApp } from '../testing/app.ts';

const statements: CompiledQuery[] = [];
let recorded: Connection;
let app: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase();
  recorded = connect(database.target, { onStatement: (query) => void statements.push(query) });
  const { tenantDb: db, downloads } = recorded;
  const readRouter = new ReadRouter({ db, downloads });
  app = await startTestApp({ db, readRouter }, database);
});
afterAll(async () => {
  await recorded.close();
  await app.close();
});

async function statementsOf(pageSize: number): Promise<string[]> {
  const { token, venueId } = await addOwner(app, `Owner ${pageSize}`);
  const query = `venueId=${venueId}&startDate=1704085200000&endDate=1735707600000`;
  statements.length = 0;
  const url = `/api/orders/sales/report?${query}&pagination[size]=${pageSize}`;
  expect((await app.send('GET', url, { token })).status).toBe(200);
  return statements.map(({ sql }) => sql);
}

test('a report reads the session, the venue, and the sums with the page, in one statement each', async () => {
  const texts = await statementsOf(10);
  const tables = ['sessions', 'venues', 'sales_rollups'];
  expect(texts.map((text) => tables.find((table) => text.includes(table)))).toEqual(tables);
  // A statement with a star is planned anew for each request.
  expect(texts.filter((text) => /\*\s*from/.test(text))).toEqual([]);
});

test('a large page of a report is read in one transaction with the sums', async () => {
  const texts = await statementsOf(1000);
  const first = texts.slice(2).map((text) => text.trim().split(/\s/)[0]);
  expect(first).toEqual(['start', 'select', 'select', 'commit']);
});
