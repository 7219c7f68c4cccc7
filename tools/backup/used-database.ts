import type { ClientBase } from 'pg';
import { countRows } from './tables.queries.ts';

/** Tables with at least one row in any installation in use. */
const reportedTables = [
  ['users', 'account'],
  ['orders', 'order'],
  ['audit', 'audited change'],
] as const;

/** Returns what a database in use holds, such as '1 account'; null for one in which Barback was at most started. */
export async function findUse(client: ClientBase): Promise<string | null> {
  for (const [table, what] of reportedTables) {
    const rows = await countRows(client, table);
    if (rows > 0) return `${rows.toLocaleString('en-US')} ${what}${rows === 1 ? '' : 's'}`;
  }
  return null;
}
