/** Begins a conversion: creates the partitioned tables beside the others, and triggers that write to both. */
import { type ClientBase, escapeIdentifier } from 'pg';
import { createMirror } from './state.ts';
import { type Month, monthAt, monthOfId, monthsAhead } from './months.ts';
import { createPartitions, keyIndex, partitionedTables, progressTable, schemas } from './tables.ts';

/** Sales of earlier months have no partition of their own: imports start in 2000. */
const earliest = monthAt(Date.UTC(2000, 0, 1));

/** Months that have orders, and those from now on; each search is one step in the index. */
export async function listMonths(client: ClientBase): Promise<Month[]> {
  const { rows } = await client.query<{ ms: number }>(
    'select extract(epoch from now())::float8 * 1000 as ms',
  );
  const nowMs = rows[0]?.ms ?? Date.now();
  const ahead = Array.from({ length: monthsAhead + 1 }, (_, after) => monthAt(nowMs, after));
  const last = ahead.at(-1)?.to ?? earliest.from;
  const months = new Map<string, Month>();
  for (let from = earliest.from; ;) {
    const { rows: found } = await client.query<{ id: string }>(
      'select id from orders where id >= $1 and id < $2 order by id limit 1',
      [from, last],
    );
    if (found[0] === undefined) break;
    const month = monthOfId(found[0].id);
    months.set(month.name, month);
    from = month.to;
  }
  for (const month of ahead) months.set(month.name, month);
  return [...months.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** One transaction of the caller: when it is interrupted, nothing has changed. */
export async function prepareCopy(client: ClientBase): Promise<void> {
  const months = await listMonths(client);
  for (const schema of Object.values(schemas)) {
    await client.query(`create schema if not exists ${schema}`);
  }
  await client.query(`create table ${progressTable} (last_id uuid, orders bigint not null)`);
  await client.query(`insert into ${progressTable} values (null, 0)`);
  for (const { name, by } of partitionedTables) await createCopyOf(client, name, by);
  for (const month of [...months, { name: 'default' }]) {
    for (const statement of createPartitions(schemas.copy, month)) await client.query(statement);
  }
  // Last, because they block sales until the transaction ends.
  await client.query(
    `alter table ${schemas.copy}.orders add constraint orders_unit
       foreign key (venue_id, unit_id) references units (venue_id, id) on delete restrict`,
  );
  await createMirror(client);
}

/** Removes everything that a conversion has created before the exchange. */
export async function abandonCopy(client: ClientBase): Promise<void> {
  await client.query('lock table refunds, orders, ordered_drinks, pours in access exclusive mode');
  await client.query(`alter table refunds drop constraint if exists refunds_drink_of_partition`);
  for (const { name } of partitionedTables) {
    await client.query(`drop trigger if exists partitioning_mirror on ${name}`);
  }
  for (const { name } of partitionedTables.toReversed()) {
    await client.query(`drop table ${schemas.copy}.${name}`);
  }
  await client.query(`drop schema ${schemas.copy} cascade`);
  await client.query(`drop schema ${schemas.partitions}, ${schemas.detached}, ${schemas.replaced}`);
}

// Creates a partitioned table like one that is not: columns, checks, keys, indices, policies and rights.

async function createCopyOf(client: ClientBase, name: string, by: string): Promise<void> {
  const copy = `${schemas.copy}.${name}`;
  await client.query(
    `create table ${copy} (
       like ${name} including defaults including constraints including generated including identity
         including storage including compression including comments including statistics
     ) partition by range (${by})`,
  );
  for (const statement of [
    ...(await listKeys(client, name)),
    ...(await listIndices(client, name)),
    ...(await listPolicies(client, name)),
    ...(await listRights(client, name)),
  ]) {
    await client.query(statement(copy));
  }
}

type Statement = (copy: string) => string;

async function select(client: ClientBase, name: string, text: string): Promise<string[]> {
  const { rows } = await client.query<{ sql: string }>(text, [name]);
  return rows.map(({ sql }) => sql);
}

async function listKeys(client: ClientBase, name: string): Promise<Statement[]> {
  const keys = await select(
    client,
    name,
    `select format('add constraint %I %s', conname, pg_get_constraintdef(oid)) as sql from pg_constraint
     where conrelid = $1::regclass and contype in ('p', 'u') order by conname`,
  );
  return keys.map((key) => (copy) => `alter table ${copy} ${key}`);
}

async function listIndices(client: ClientBase, name: string): Promise<Statement[]> {
  const indices = await select(
    client,
    name,
    `select pg_get_indexdef(indexrelid) as sql from pg_index
     where indrelid = $1::regclass and indexrelid::regclass::text <> '${keyIndex}'
       and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
     order by indexrelid::regclass::text`,
  );
  return indices.map((index) => (copy) => index.replace(/ ON \S+ USING /, ` ON ${copy} USING `));
}

async function listPolicies(client: ClientBase, name: string): Promise<Statement[]> {
  const { rows: policies } = await client.query<{
    name: string;
    permissive: string;
    roles: string;
    cmd: string;
    qual: string | null;
    check: string | null;
  }>(
    `select policyname::text as name, permissive, array_to_string(roles, ', ') as roles, cmd, qual, with_check as check
     from pg_policies where schemaname = current_schema() and tablename = $1 order by policyname`,
    [name],
  );
  const { rows: security } = await client.query<{ enabled: boolean; forced: boolean }>(
    `select relrowsecurity as enabled, relforcerowsecurity as forced from pg_class where oid = $1::regclass`,
    [name],
  );
  return [
    ...policies.map(
      (policy) => (copy: string) =>
        `create policy ${escapeIdentifier(policy.name)} on ${copy} as ${policy.permissive} for ${policy.cmd} to ${policy.roles}` +
        `${policy.qual === null ? '' : ` using (${policy.qual})`}${policy.check === null ? '' : ` with check (${policy.check})`}`,
    ),
    ...(security[0]?.enabled === true
      ? [(copy: string) => `alter table ${copy} enable row level security`]
      : []),
    ...(security[0]?.forced === true
      ? [(copy: string) => `alter table ${copy} force row level security`]
      : []),
  ];
}

async function listRights(client: ClientBase, name: string): Promise<Statement[]> {
  const rights = await select(
    client,
    name,
    `select format('%s to %s%s', privilege_type || ' on %table%',
       case grantee when 0 then 'public' else grantee::regrole::text end,
       case when is_grantable then ' with grant option' else '' end) as sql
     from pg_class cross join aclexplode(relacl)
     where oid = $1::regclass and grantee <> relowner order by 1`,
  );
  return rights.map((right) => (copy) => `grant ${right.replace('%table%', copy)}`);
}
