/** A query that sets the tenant scope first, in one message and one transaction with it. */
import { type Connection, Query, type QueryResult } from 'pg';
import { type Tenant, setTenantQuery } from '../tenant.ts';

declare module 'pg' {
  /** Members that pg's types leave out. */
  interface Query {
    prepare(connection: Connection): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
  }
  interface QueryConfig {
    queryMode?: 'extended';
  }
}

/**
 * Statements sent before one Sync form one transaction, so the settings end with it, without an extra round trip:
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export class TenantQuery extends Query {
  readonly #rows: Tenant;
  #isSet = false;

  constructor(
    text: string,
    values: unknown[],
    rows: Tenant,
    responded: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super({ text, values, queryMode: 'extended' }, responded);
    this.#rows = rows;
  }

  override prepare(connection: Connection): void {
    const { text, values } = setTenantQuery(this.#rows);
    connection.parse({ name: '', text, types: [] }, true);
    connection.bind({ values }, true);
    connection.execute({}, true);
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isSet) super.handleCommandComplete(message, connection);
    this.#isSet = true;
  }
}
