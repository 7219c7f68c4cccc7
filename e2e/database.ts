/** The database of the server that the tests started, for what no request can bring about, such as the passing of time. */
import { Client } from 'pg';
import { attachEmbedded } from '../db/embedded/attach.ts';
import { clientConfig } from '../db/pool/connect.ts';

async function execute(statement: string, values: readonly unknown[]): Promise<number> {
  const target = await attachEmbedded(process.env['E2E_DATA_DIR'] ?? '');
  if (target === null) throw new Error('The database of the server does not run');
  const client = new Client(clientConfig(target));
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Moves the sign-ins of an account, and what it has confirmed since, into the past. */
export async function ageSessions(userId: string, minutes: number): Promise<void> {
  const sessions = await execute(
    `update sessions set created_at = created_at - make_interval(mins => $2),
       authenticated_at = authenticated_at - make_interval(mins => $2)
     where user_id = $1 and ended_at is null`,
    [userId, minutes],
  );
  if (sessions === 0) throw new Error('The account has no sessions');
}
