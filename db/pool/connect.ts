import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig, Pool } from 'pg';
import { tenantPool } from './tenant-pool.ts';
import { typeParserFor } from './value-parsers.ts';
import { WatchedPool } from './watched-pool.ts';
import type { Tables } from '../tables/tables.ts';

/** Where a database is: a server somewhere by its URL, or our own one behind a Unix socket. */
export type ConnectionTarget =
  | { url: string }
  | { socketDir: string; port: number; user: string; database: string };

export interface ConnectionOptions {
  /** Connections held at most. Default 20. */
  max?: number;
  /**
   * How long one statement may take on the server. Default 30 s; 0 for no limit. One transaction
   * widens it for itself with `set local statement_timeout`.
   */
  statementTimeoutMs?: number;
  /** Told of every connection that breaks while nobody is using it. */
  onConnectionLost?: (error: Error) => void;
}

export interface Connection {
  pool: Pool;
  db: Kysely<Tables>;
  /** Ends the pool once what is checked out has come back. */
  close: () => Promise<void>;
}

const minuteMs = 60_000;

/** What pg needs to reach `target`; shared by the pool and by single connections. */
export function clientConfig(target: ConnectionTarget): ClientConfig {
  const place =
    'url' in target
      ? { connectionString: target.url }
      : {
          host: target.socketDir,
          port: target.port,
          user: target.user,
          database: target.database,
        };
  return {
    ...place,
    application_name: 'barback',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: typeParserFor },
  };
}

/** Opens a pool; nothing is connected before the first query. */
export function connect(target: ConnectionTarget, options: ConnectionOptions = {}): Connection {
  const statementTimeoutMs = options.statementTimeoutMs ?? minuteMs / 2;
  const pool = new WatchedPool({
    ...clientConfig(target),
    max: options.max ?? 20,
    // Of waiting for one that others use; that the server is gone is noticed sooner.
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs === 0 ? false : statementTimeoutMs,
    idle_in_transaction_session_timeout: minuteMs,
    // The server's own limits cannot reach us when its machine vanishes from the network.
    query_timeout: 10 * minuteMs,
  });
  const lost = options.onConnectionLost ?? (() => undefined);
  pool.on('error', lost);
  // A connection that breaks between two statements of a transaction has no query to report to;
  // without a listener that error would end the process. The next statement on it fails instead.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: tenantPool(pool) }) });
  return { pool, db, close: () => db.destroy() };
}
