/** Creates a partitioned table like one that is not: columns, checks, keys, indices, policies and rights. */
import { type ClientBase, escapeIdentifier } from 'pg';
import { keyIndex, schemas } from './tables.ts';

export async function createCopyOf(client: ClientBase, name: string, by: string): Promise<void> {
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
