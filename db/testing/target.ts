// Databases of the tests' server: their addresses, and statements of its administrator.
import { Client } from 'pg';
import { clientConfig, type ConnectionTarget } from '../pool/connect.ts';

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
