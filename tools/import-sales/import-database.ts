import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attachEmbedded } from '../../db/attach-embedded.ts';
import { connect, type Connection, type ConnectionTarget } from '../../db/connect.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { StartProblem } from '../../db/start-problem.ts';
import type { Environment } from '../../server/environment.ts';
import { ImportProblem } from './import-problem.ts';

interface Opened {
  connection: Connection;
  close(): Promise<void>;
}

interface Place {
  target: ConnectionTarget;
  leave(): Promise<void>;
}

/** The database the server uses: together with the server if it runs, else started for the import alone. */
export async function openImportDatabase(
  { databaseUrl, dataDir }: Environment,
  say: (line: string) => void,
): Promise<Opened> {
  const place =
    databaseUrl === null ? await ownDatabase(dataDir, say) : sharedPlace({ url: databaseUrl });
  const connection = connect(place.target, { max: 2 });
  const close = async (): Promise<void> => {
    await connection.close();
    await place.leave();
  };
  try {
    await migrate(connection);
  } catch (error) {
    await close();
    throw error;
  }
  return { connection, close };
}

const sharedPlace = (target: ConnectionTarget): Place => ({
  target,
  leave: () => Promise.resolve(),
});

async function ownDatabase(dataDir: string, say: (line: string) => void): Promise<Place> {
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new ImportProblem(
      `There is no database in ${dataDir} yet: start Barback once with npm start, or name its data folder with DATA_DIR.`,
    );
  }
  const running = await attachEmbedded(dataDir);
  if (running) return sharedPlace(running);
  try {
    const started = await startEmbedded(dataDir, { say });
    return { target: started.target, leave: () => started.stop() };
  } catch (error) {
    // A server was just starting, and has the folder now.
    const startedMeanwhile = error instanceof StartProblem ? await attachEmbedded(dataDir) : null;
    if (startedMeanwhile) return sharedPlace(startedMeanwhile);
    throw error;
  }
}
