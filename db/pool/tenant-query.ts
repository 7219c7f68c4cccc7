/** A query that tells the database first for whom it is asked, in one message and one transaction with it. */
import { type Connection, Query, type QueryResult } from 'pg';
import { type Tenant, setTenantQuery } from '../tenant.ts';

declare module 'pg' {
  /** What it does with the connection, which its types leave out. */
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
 * Several statements that are sent before one Sync are one transaction, so the settings end with it, and nothing is waited
 * for but the answer: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export class TenantQuery extends Query {
  readonly #rows: Tenant;
  #isTold = false;

  constructor(
    text: string,
    values: unknown[],
    rows: Tenant,
    answered: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super({ text, values, queryMode: 'extended' }, answered);
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
    if (this.#isTold) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isTold) super.handleCommandComplete(message, connection);
    this.#isTold = true;
  }
}
