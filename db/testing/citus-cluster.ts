// A coordinator and two workers of Citus, for tests.
import { existsSync } from 'node:fs';
import { freePorts } from './free-ports.ts';
import {
  type InstalledPostgres,
  isInstalled,
  startInstalledPostgres,
} from './installed-postgres.ts';
import { asAdmin, withDatabase } from './target.ts';
import type { ConnectionTarget } from '../pool/connect.ts';
import { tenantRoles } from '../tenant.ts';

const major = 15;

/** Address and role of the nodes to each other. */
const host = '127.0.0.1';

/** Owns the databases; no superuser, so that row-level security holds for it. */
export const ownerRole = 'barback';

/** Settings of a node that a server without Citus can have too. */
export const nodeSettings = ['max_connections=300', 'shared_buffers=64MB'];

/** True where Citus is installed beside Debian's PostgreSQL 15. */
export const isCitusInstalled = (): boolean =>
  isInstalled(major) && existsSync(`/usr/share/postgresql/${major}/extension/citus.control`);

export interface CitusCluster {
  /** Superuser of the coordinator. */
  admin: ConnectionTarget;
  /** Owner of the databases, on the coordinator. */
  worker: ConnectionTarget;
  /** Superusers of the other nodes. */
  otherNodes: ConnectionTarget[];
  coordinator: InstalledPostgres;
  /** The other nodes. */
  workers: InstalledPostgres[];
  stop: () => Promise<void>;
}

export async function startCitusCluster(): Promise<CitusCluster> {
  const ports = await freePorts(3);
  const nodes = await Promise.all(
    ports.map((port) =>
      startInstalledPostgres(major, port, [
        `listen_addresses=${host}`,
        'shared_preload_libraries=citus',
        'wal_level=logical',
        ...nodeSettings,
        'max_prepared_transactions=300',
        // Splitting a shard, which isolates a venue, decodes with the library of Citus.
        'output_plugin_libraries=pgoutput,citus',
        'citus.shard_count=4',
        'citus.node_conninfo=sslmode=disable',
        'citus.enable_stat_counters=on',
      ]),
    ),
  );
  const [coordinator, ...others] = nodes;
  if (!coordinator) throw new Error('A cluster has a coordinator');
  for (const { target } of nodes) {
    await asAdmin(target, `create role ${ownerRole} login createrole`);
    for (const role of Object.values(tenantRoles)) {
      await asAdmin(target, `create role ${role} login`);
      await asAdmin(target, `grant ${role} to ${ownerRole}`);
    }
  }
  return {
    admin: coordinator.target,
    worker: { ...coordinator.target, user: ownerRole },
    otherNodes: others.map(({ target }) => target),
    coordinator,
    workers: others,
    stop: async () => {
      await Promise.all(nodes.map(({ stop }) => stop()));
    },
  };
}

/** Creates a database of this name on every node, and joins them to one. */
export async function createCitusDatabase(
  cluster: { admin: ConnectionTarget; otherNodes?: ConnectionTarget[] },
  name: string,
): Promise<void> {
  const nodes = [cluster.admin, ...(cluster.otherNodes ?? [])];
  for (const node of nodes) {
    await asAdmin(node, `create database ${name} owner ${ownerRole}`);
    await asAdmin(withDatabase(node, name), 'create extension citus');
  }
  const coordinator = withDatabase(cluster.admin, name);
  await asAdmin(
    coordinator,
    `select citus_set_coordinator_host('${host}', ${portOf(cluster.admin)})`,
  );
  for (const node of cluster.otherNodes ?? []) {
    await asAdmin(coordinator, `select citus_add_node('${host}', ${portOf(node)})`);
  }
}

/** Ends every connection to a database, that of Citus itself too, and admits no new ones. */
export async function closeCitusDatabase(
  nodes: readonly ConnectionTarget[],
  name: string,
): Promise<void> {
  for (const node of nodes) {
    await asAdmin(node, `alter database ${name} allow_connections false`);
    await asAdmin(
      node,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    );
  }
}

function portOf(target: ConnectionTarget): number {
  if ('port' in target) return target.port;
  throw new Error('A node of a test cluster has a port of its own');
}
