import { Client } from 'pg';
import { clientConfig, type ConnectionTarget } from './connect.ts';

/**
 * Does `work` with a connection of its own. When the connection breaks, the next query reports that; without a listener
 * for the error the process would end.
 */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(clientConfig(target));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
