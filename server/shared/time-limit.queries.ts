import { sql } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';

/**
 * Lets every statement of a transaction take as long as it needs. A limit of the connection cannot be lifted otherwise
 * behind PgBouncer, which sets its own.
 */
export const liftTimeLimit = (transaction: Tx): Promise<unknown> =>
  sql`set local statement_timeout = 0`.execute(transaction);
