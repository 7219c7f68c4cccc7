// Test databases: each test file gets its own, copied from a migrated template.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { copyCitusDatabase } from './citus-cluster.ts';
import { clientConfig, connect, type Connection, type ConnectionTarget } from '../pool/connect.ts';

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

/** Creates a database with the whole schema and no rows, or without any schema. */
export async function createTestDatabase(
  schema: 'migrated' | 'none' = 'migrated',
): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`;
  await createDatabase(server, name, schema === 'none' ? 'template0' : templateName(server));
  const target = withDatabase(server.worker, name);
  const connection = connect(target, { max: 10 });
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
  for (const node of [admin, ...otherNodes]) {
    await asAdmin(node, `drop database if exists ${name} with (force)`);
  }
}

export function templateName({ prefix }: TestServer): string {
  return `${prefix}template`;
}

/** Creates a database owned by the worker, empty or as a copy of another. */
export async function createDatabase(
  { admin, worker, otherNodes }: TestServer,
  name: string,
  template: string,
): Promise<void> {
  if (otherNodes && template !== 'template0') {
    return copyCitusDatabase([admin, ...otherNodes], template, name);
  }
  const owner = 'url' in worker ? '' : `owner ${worker.user}`;
  await asAdmin(admin, `create database ${name} ${owner} template ${template}`);
}

/** Runs one statement as the administrator, outside any test's own database. */
export async function asAdmin(
  admin: ConnectionTarget,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client(clientConfig(admin));
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the same server with another database. */
export function withDatabase(target: ConnectionTarget, database: string): ConnectionTarget {
  if (!('url' in target)) return { ...target, database };
  const url = new URL(target.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

/** Formats the target as a DATABASE_URL. */
export function urlOf(target: ConnectionTarget): string {
  if ('url' in target) return target.url;
  const place = { host: target.socketDir, port: String(target.port), user: target.user };
  return `postgres:///${target.database}?${new URLSearchParams(place).toString()}`;
}
