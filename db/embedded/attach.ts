import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionTarget } from '../pool/connect.ts';
import { withClient } from '../pool/with-client.ts';
import { isPostmasterOf, readPidFile } from './process.ts';
import { socketPort } from './socket.ts';

/**
 * Connects to the embedded database of a data folder while a server runs it, for a command that shares it with that
 * server and neither locks nor stops it. Null when it is not running or does not accept connections yet.
 */
export async function attachEmbedded(dataDir: string): Promise<ConnectionTarget | null> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => null);
  const postmaster = folder === null ? null : await readPidFile(folder);
  if (folder === null || postmaster === null) return null;
  if (!(await isPostmasterOf(folder, postmaster.pid))) return null;
  const target = {
    socketDir: postmaster.socketDir,
    port: socketPort,
    user: 'barback',
    database: 'barback',
  };
  return (await responses(target)) ? target : null;
}

const responses = (target: ConnectionTarget): Promise<boolean> =>
  withClient(target, () => Promise.resolve(true)).catch(() => false);
