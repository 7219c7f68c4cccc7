import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';
import { connect, type ConnectionTarget } from './pool/connect.ts';
import { StartupError } from './start-error.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { asAdmin } from './testing/target.ts';

const name = `outsider_${randomBytes(4).toString('hex')}`;
const { admin } = inject('testServer');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('none');
  await asAdmin(admin, `create role ${name} login password '${name}'`);
});
afterAll(async () => {
  await database.drop();
  await asAdmin(admin, `drop role ${name}`);
});

function as(user: string): ConnectionTarget {
  const { target } = database;
  if (!('url' in target)) return { ...target, user };
  const url = new URL(target.url);
  url.username = user;
  url.password = user;
  return { url: url.href };
}

test('a role that may not create the tenant roles reports what an administrator must run', async () => {
  const connection = connect(as(name), { max: 1 });
  const problem: unknown = await migrate(connection).catch((error: unknown) => error);
  await connection.close();
  expect(problem).toBeInstanceOf(StartupError);
  const sql = `grant barback_tenant, barback_tenant_venues to "${name}";`;
  expect(String(problem)).toContain(`run "${sql}" and start again`);

  await asAdmin(admin, sql);
  const again = connect(as(name), { max: 1 });
  // The roles are there now; the database belongs to another role.
  await expect(migrate(again)).rejects.toMatchObject({ code: '42501' });
  await again.close();
});
