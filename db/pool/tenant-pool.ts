import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { currentTenant, setTenantSql } from '../tenant.ts';
import { TenantQuery } from './tenant-query.ts';

/** Pool for Kysely that sets the tenant scope in each transaction, and with each query outside of one. */
export const tenantPool = (pool: Pool): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    const query = (text: string, values: readonly unknown[]) => send(client, text, [...values]);
    return new Proxy(client, {
      get: (_, name) => (name === 'query' ? query : Reflect.get(client, name)),
    });
  },
  end: () => pool.end(),
});

function send(client: PoolClient, text: string, values: unknown[]): Promise<unknown> {
  const rows = currentTenant();
  const isInTransaction = ['T', 'E'].includes(client.getTransactionStatus() ?? '');
  if (rows === null || isInTransaction) return client.query(text, values);
  if (/^(begin|start transaction)\b/.test(text)) {
    return client.query(`${text}; ${setTenantSql(rows)}`);
  }
  return new Promise((resolve, reject) => {
    client.query(
      new TenantQuery(text, values, rows, (error, result) =>
        error ? reject(error) : resolve(result),
      ),
    );
  });
}
