import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { currentTenant, setTenantSql, type Tenant } from '../tenant.ts';
import { currentLane, type Lane, rejectExcess, takeShares } from './lanes.ts';

/**
 * Pool for Kysely that takes connections from the current lane, within the current shares, and runs each transaction
 * and each query outside of one as the role of the current tenant.
 */
export const tenantPool = (pools: Record<Lane, Pool>, end: () => Promise<void>): PostgresPool => ({
  connect: async () => {
    const { lane, shares } = currentLane();
    const pool = pools[lane];
    const free = await takeShares(shares);
    try {
      rejectExcess(pool.waitingCount);
      return queriesAs(currentTenant(), await pool.connect(), free);
    } catch (error) {
      free();
      throw error;
    }
  },
  end,
});

function queriesAs(rows: Tenant | null, client: PoolClient, free: () => void): PoolClient {
  const release = (): void => {
    client.release();
    free();
  };
  const query = rows === null ? undefined : asTenant(rows, client);
  return new Proxy(client, {
    get: (_, name) => {
      if (name === 'release') return release;
      return (name === 'query' ? query : undefined) ?? Reflect.get(client, name);
    },
  });
}

function asTenant(rows: Tenant, client: PoolClient) {
  let isInTransaction = false;
  return async (text: string, values: readonly unknown[]) => {
    if (/^(begin|start transaction)\b/.test(text)) {
      isInTransaction = true;
      return client.query(`${text}; ${setTenantSql(rows)}`);
    }
    if (isInTransaction) {
      if (/^(commit|rollback)$/.test(text)) isInTransaction = false;
      return client.query(text, [...values]);
    }
    // The connection is pipelined, so the three are sent at once and take one round trip.
    const [begun, received, ended] = await Promise.allSettled([
      client.query(`begin; ${setTenantSql(rows)}`),
      client.query(text, [...values]),
      client.query('commit'),
    ]);
    if (begun.status === 'rejected') throw begun.reason;
    if (received.status === 'rejected') throw received.reason;
    if (ended.status === 'rejected') throw ended.reason;
    return received.value;
  };
}
