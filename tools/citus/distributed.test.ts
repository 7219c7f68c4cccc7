/** A distributed database: later migrations, and row-level security on its nodes. */
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { connect } from '../../db/pool/connect.ts';
import { productFolder } from '../../db/product-folder.ts';
import { withTenant } from '../../db/tenant.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { asAdmin, withDatabase } from '../../db/testing/target.ts';
import { addOwner } from '../../server/testing/app.ts';
import { app, owner, send, unit, withApp } from '../../server/testing/with-app.ts';

const server = inject('testServer');
let name: string;

withApp({ owner: 'Rooftop', unit: true });
beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  name = rows[0]?.name ?? '';
  expect((await sell()).status).toBe(201);
});

const sell = () => send('POST', '/api/orders', { drinks: [{ drinkId: unit.cubaLibre }] }, unit.key);

test('row-level security holds on the worker nodes, and fails closed there', async () => {
  const other = await addOwner(app, 'Cellar');
  const seen = (venueIds: string[]) =>
    withTenant({ ownerId: null, venueIds }, async () => {
      const { rows } = await sql<{ venue_id: string }>`select venue_id from orders`.execute(
        app.deps.db,
      );
      return rows.length;
    });
  expect(await seen([owner.venueId])).toBe(1);
  expect(await seen([owner.venueId, other.venueId])).toBe(1);
  expect(await seen([other.venueId])).toBe(0);
  expect(await seen([])).toBe(0);
  // Directly on the nodes that hold the rows, without a tenant.
  for (const node of server.otherNodes ?? []) {
    const direct = withDatabase({ ...node, user: 'barback_tenant' }, name);
    expect(await asAdmin(direct, 'select from orders')).toEqual([]);
  }
});

test('a table of a later migration is distributed beside the others', async () => {
  await sql`create table tips (venue_id uuid, unit_id uuid, id uuid, primary key (venue_id, id))`.execute(
    app.db,
  );
  await sql`select distribute_by_venue('tips')`.execute(app.db);
  await sql`
    alter table tips add foreign key (venue_id, unit_id) references unit_state (venue_id, unit_id)
  `.execute(app.db);
  await sql`insert into tips values (${owner.venueId}, ${unit.id}, gen_random_uuid())`.execute(
    app.db,
  );
  const { rows } = await sql`select from tips join orders using (venue_id)`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test('it is migrated by a file that alters several tables', async () => {
  const folder = await makeTestFolder();
  await cp(join(productFolder, 'db/migrations'), folder, { recursive: true });
  await writeFile(
    join(folder, '9999-two-tables.sql'),
    `-- Of the sale; as it is.
    alter table orders add column note text not null default ';';
    do $body$ begin perform 1; end $body$;
    alter table ordered_drinks add column note text;`,
  );
  const connection = connect(withDatabase(server.worker, name), { max: 10 });
  const { applied } = await migrate(connection, { folder });
  await connection.close();
  await rm(folder, { recursive: true });
  expect(applied).toEqual(['9999-two-tables.sql']);
  expect((await sell()).status).toBe(201);
});
