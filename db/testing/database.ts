// Test databases: each test file gets its own, copied from a migrated template.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { closeCitusDatabase } from './citus-cluster.ts';
import { asAdmin, withDatabase } from './target.ts';
import {
  connect,
  type Connection,
  type ConnectionOptions,
  type ConnectionTarget,
} from '../pool/connect.ts';

export interface TestDatabase {
  target: ConnectionTarget;
  connection: Connection;
  /** Closes the connection and drops the database. */
  drop: () => Promise<void>;
}

/** Values passed from the global setup to the tests. */
export interface TestServer {
  /** Connects as a role that may create databases. */
  admin: ConnectionTarget;
  /** Connects as the role used by the tests. */
  worker: ConnectionTarget;
  /** Superusers of the other nodes, where the server is the coordinator of a distributed database. */
  otherNodes?: ConnectionTarget[];
  /** Prefix of every database of this run, so that leftovers can be found and dropped. */
  prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * True where the tables of sales are partitioned (npm run test:partitioned): they have no idempotency keys, which only
 * receipts have there.
 */
export const isPartitioned = process.env['TEST_PARTITIONED'] === 'yes';

/**
 * Creates a database with the whole schema and no rows, or without any schema.
 * @param options of the connection to it
 */
export async function createTestDatabase(
  schema: 'migrated' | 'none' = 'migrated',
  options: ConnectionOptions = {},
): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`;
  await createDatabase(server, name, schema === 'none' ? 'template0' : templateName(server));
  const target = withDatabase(server.worker, name);
  const connection = connect(target, { max: 10, ...options });
  return {
    target,
    connection,
    async drop() {
      await connection.close();
      await dropDatabase(server, name);
    },
  };
}

/** Drops the database on every node. */
export async function dropDatabase(
  { admin, otherNodes = [] }: TestServer,
  name: string,
): Promise<void> {
  const nodes = [admin, ...otherNodes];
  // Nodes connect to each other again by themselves.
  if (otherNodes.length > 0) await closeCitusDatabase(nodes, name);
  for (const node of nodes) {
    await asAdmin(node, `drop database if exists ${name} with (force)`);
  }
}

export function templateName({ prefix }: TestServer): string {
  return `${prefix}template`;
}

/** Creates a database owned by the worker on every node, empty or as a copy of another. */
export async function createDatabase(
  { admin, worker, otherNodes = [] }: TestServer,
  name: string,
  template: string,
): Promise<void> {
  const owner = 'url' in worker ? '' : `owner ${worker.user}`;
  await Promise.all(
    [admin, ...otherNodes].map((node) =>
      asAdmin(node, `create database ${name} ${owner} template ${template}`),
    ),
  );
  // Settings of a database are not copied with it.
  if (otherNodes.length > 0 && template !== 'template0') {
    await asAdmin(admin, `alter database ${name} set citus.propagate_set_commands = 'local'`);
  }
}
