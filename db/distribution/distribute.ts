/** Distributes the tables of a migrated database over the nodes of a Citus cluster. */
import { type ClientBase, escapeIdentifier } from 'pg';
import { findState } from '../partitions/state.ts';
import { StartupError } from '../start-error.ts';
import { tenantRoles } from '../tenant.ts';
import {
  distributedTables,
  forEarlierReleases,
  listPlacedTables,
  referenceTables,
} from './placement.ts';

export interface DistributionPlan {
  /** Number of worker nodes. */
  nodes: number;
  /** Tables that are not in their place yet. */
  reference: string[];
  distributed: string[];
  /** Size of these tables with their indices. */
  bytes: number;
}

/** Lists what is to be done; changes nothing. Throws a StartupError when the database cannot be distributed. */
export async function planDistribution(client: ClientBase): Promise<DistributionPlan> {
  const nodes = await countNodes(client);
  await checkTenantRoles(client);
  await refusePartitions(client);
  const pending = await listPendingTables(client);
  const tables = [...pending.reference, ...pending.distributed];
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_total_relation_size(name::regclass)), 0) as bytes from unnest($1::text[]) as name`,
    [tables],
  );
  return { nodes, ...pending, bytes: Number(rows[0]?.bytes ?? 0) };
}

async function countNodes(client: ClientBase): Promise<number> {
  const { rows: extensions } = await client.query(
    `select from pg_extension where extname = 'citus'`,
  );
  if (extensions.length === 0) {
    throw new StartupError(
      'The database does not have the extension citus: let a superuser run "create extension citus" in it on every node, and add the nodes to the coordinator.',
    );
  }
  const { rows } = await client.query<{ workers: number; coordinators: number }>(
    `select count(*) filter (where groupid > 0)::int as workers,
       count(*) filter (where groupid = 0)::int as coordinators
     from pg_dist_node where noderole = 'primary' and isactive`,
  );
  const { workers = 0, coordinators = 0 } = rows[0] ?? {};
  if (coordinators === 0) {
    throw new StartupError(
      'The coordinator does not know its own address: let a superuser run "select citus_set_coordinator_host(\'its address\')".',
    );
  }
  if (workers === 0) {
    throw new StartupError(
      'The cluster has no worker nodes: let a superuser add them with "select citus_add_node(\'address\', 5432)".',
    );
  }
  return workers;
}

/** The nodes connect to each other as the role of the statement. */
async function checkTenantRoles(client: ClientBase): Promise<void> {
  for (const role of Object.values(tenantRoles)) {
    const refusing = await findRefusingNode(client, role);
    if (refusing === undefined) continue;
    throw new StartupError(
      `The role ${role} cannot connect to the worker node ${refusing.node} (${refusing.result.trim()}): let a superuser run "alter role ${role} login" on every node, and admit it from the addresses of the nodes in pg_hba.conf.`,
    );
  }
}

async function findRefusingNode(
  client: ClientBase,
  role: string,
): Promise<{ node: string; result: string } | undefined> {
  await client.query(`begin; set local role ${role}`);
  try {
    const { rows } = await client.query<{ node: string; result: string }>(
      `select nodename || ':' || nodeport as node, result from run_command_on_workers('select 1') where not success`,
    );
    return rows[0];
  } finally {
    await client.query('rollback');
  }
}

async function refusePartitions(client: ClientBase): Promise<void> {
  if ((await findState(client)) === 'plain') return;
  throw new StartupError(
    'The tables of sales are partitioned by time (npm run partition), and cannot be distributed as well: restore a backup into a new database, which is not partitioned, and distribute that.',
  );
}

async function listPendingTables(
  client: ClientBase,
): Promise<Pick<DistributionPlan, 'reference' | 'distributed'>> {
  const tables = await listPlacedTables(client);
  const placed = new Map<string, string>(tables.map(({ name, kind }) => [name, kind]));
  return {
    reference: referenceTables.filter((name) => placed.get(name) !== 'reference'),
    distributed: distributedTables.filter((name) => placed.get(name) !== 'distributed'),
  };
}

/**
 * Places all tables that are not in their place yet, in one transaction: if it is interrupted, nothing has changed.
 * Until it ends, writes wait. Other connections of this role are closed first, so that the new ones pass on the tenant
 * of a transaction to the worker nodes.
 */
export async function distribute(
  client: ClientBase,
  onStep: (step: string) => void = () => undefined,
): Promise<void> {
  await passOnTenants(client);
  await client.query('begin');
  try {
    // Copying several tables in one transaction needs one connection to each node.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await client.query('set local statement_timeout = 0');
    await client.query('set local client_min_messages = warning');
    await dropForEarlierReleases(client);
    await placeTables(client, onStep);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function passOnTenants(client: ClientBase): Promise<void> {
  await client.query(`
    do $$ begin
      execute format('alter database %I set citus.propagate_set_commands = local', current_database());
    end $$`);
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`);
}

async function dropForEarlierReleases(client: ClientBase): Promise<void> {
  for (const { name, table } of forEarlierReleases.triggers) {
    await client.query(`drop trigger if exists ${name} on ${table}`);
  }
  for (const name of forEarlierReleases.indices) {
    await client.query(`drop index if exists ${name}`);
  }
  await client.query(
    `create or replace function lock_unit_without_state(unit uuid) returns void language sql as ''`,
  );
}

async function placeTables(client: ClientBase, onStep: (step: string) => void): Promise<void> {
  const { reference, distributed } = await listPendingTables(client);
  // No reference may lead from a table in its place to one that is not, or the other way round.
  const references = await listReferences(client, distributed);
  for (const { table, name } of references) {
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  }
  for (const table of reference) {
    onStep(`copying ${table} to every node`);
    await client.query('select create_reference_table($1)', [table]);
  }
  const [first] = distributedTables;
  for (const table of distributed) {
    onStep(`distributing ${table}`);
    const beside = table === first ? 'none' : first;
    await client.query(`select create_distributed_table($1, 'venue_id', colocate_with => $2)`, [
      table,
      beside,
    ]);
  }
  for (const { table, name, definition } of references) {
    onStep(`checking ${name}`);
    await client.query(
      `alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`,
    );
  }
}

/** Foreign keys among tables that are distributed by venue. */
async function listReferences(
  client: ClientBase,
  tables: readonly string[],
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any($1) and confrelid::regclass::text = any($2)`,
    [tables, distributedTables],
  );
  return rows;
}
