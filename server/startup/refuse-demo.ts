import { isIPv4 } from 'node:net';
import { findDemoAccounts } from '../../db/demo/find-accounts.ts';
import { StartupError } from '../../db/start-error.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { Environment } from './env.ts';

/**
 * Throws StartupError when accounts with a published password would be served in production or to the network.
 * @param isSeeded true when the demo is about to be inserted
 */
export async function refuseDemo(
  db: Db,
  { isProduction, host }: Pick<Environment, 'isProduction' | 'host'>,
  { isSeeded }: { isSeeded: boolean },
): Promise<void> {
  if (!isProduction && isLoopback(host)) return;
  const [account] = await findDemoAccounts(db);
  if (account !== undefined && isProduction) {
    throw new StartupError(
      `The database holds the demo, with accounts whose password is public (${account.email}), but NODE_ENV is production: use another database with DATABASE_URL, or another data folder with DATA_DIR.`,
    );
  }
  if (account !== undefined || isSeeded) {
    throw new StartupError(
      `HOST is '${host}', which opens the server to the network, but the passwords of the demo are public: leave HOST out, or use SEED=none with another database or DATA_DIR.`,
    );
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
