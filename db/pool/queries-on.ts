import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db, Tables } from '../tables/tables.ts';

/** Queries that run on this one connection, inside its current transaction; the caller releases it. */
export function queriesOn(client: PoolClient): Db {
  const held = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: () => Promise.resolve(held), end: () => Promise.resolve() };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
