/** Database of a command, shared with a running server or started for the command. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attachEmbedded, startEmbedded } from '../db/embedded/embedded.ts';
import type { ConnectionTarget } from '../db/pool/connect.ts';
import { StartupError } from '../db/start-error.ts';
import type { Environment } from '../server/startup/env.ts';

export interface DatabaseTarget {
  target: ConnectionTarget;
  /** Stops it if this command started it. */
  leave: () => Promise<void>;
}

/**
 * Opens the server's database: shared with the server if it runs, else started for this command.
 * @param missing whether an embedded database that does not exist yet is created
 */
export function openOwnDatabase(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  print: (line: string) => void,
  missing: 'create' | 'refuse' = 'refuse',
): Promise<DatabaseTarget> {
  return databaseUrl === null
    ? openEmbedded(dataDir, print, missing)
    : Promise.resolve(shared({ url: databaseUrl }));
}

const shared = (target: ConnectionTarget): DatabaseTarget => ({
  target,
  leave: () => Promise.resolve(),
});

async function openEmbedded(
  dataDir: string,
  print: (line: string) => void,
  missing: 'create' | 'refuse',
): Promise<DatabaseTarget> {
  if (missing === 'refuse' && !existsSync(join(dataDir, 'postgres'))) {
    throw new StartupError(
      `There is no database in ${dataDir} yet: start Barback once with npm start, or name its data folder with DATA_DIR.`,
    );
  }
  const running = await attachEmbedded(dataDir);
  if (running) return shared(running);
  try {
    const started = await startEmbedded(dataDir, { print });
    return { target: started.target, leave: () => started.stop() };
  } catch (error) {
    // A server started in the meantime and has locked the folder.
    const startedMeanwhile = error instanceof StartupError ? await attachEmbedded(dataDir) : null;
    if (startedMeanwhile) return shared(startedMeanwhile);
    throw error;
  }
}
