import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig, Pool } from 'pg';
import { tenantPool } from './tenant-pool.ts';
import { typeParserFor } from './value-parsers.ts';
import { WatchedPool } from './watched-pool.ts';
import type { Db, Tables } from '../tables/tables.ts';

/** Address of a database: a server by its URL, or the embedded one behind a Unix socket. */
export type ConnectionTarget =
  | { url: string }
  | { socketDir: string; port: number; user: string; database: string };

export interface ConnectionOptions {
  /** Maximum number of connections. Default 20. */
  max?: number;
  /**
   * Statement timeout on the server. Default 30 s; 0 for no limit. A transaction can raise it for itself with `set
   * local statement_timeout`.
   */
  statementTimeoutMs?: number;
  /** Called for every idle connection that breaks. */
  onConnectionLost?: (error: Error) => void;
}

export interface Connection {
  pool: Pool;
  db: Db;
  /** Ends the pool once all checked-out connections are released. */
  close: () => Promise<void>;
}

const minuteMs = 60_000;

/** Options that pg needs to connect to `target`; shared by the pool and single connections. */
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

/** Opens a pool; connects lazily at the first query. */
export function connect(target: ConnectionTarget, options: ConnectionOptions = {}): Connection {
  const statementTimeoutMs = options.statementTimeoutMs ?? minuteMs / 2;
  const pool = new WatchedPool({
    ...clientConfig(target),
    max: options.max ?? 20,
    // Limits the wait for a free connection; a server that is gone is detected sooner.
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs === 0 ? false : statementTimeoutMs,
    idle_in_transaction_session_timeout: minuteMs,
    // The server's own timeouts have no effect when its machine vanishes from the network.
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
