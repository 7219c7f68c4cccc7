import { connect, type Connection } from '../../db/pool/connect.ts';
import { migrate, requireMigrated } from '../../db/migrate.ts';
import type { Environment } from '../../server/startup/env.ts';
import { openOwnDatabase } from '../own-database.ts';

interface Opened {
  connection: Connection;
  close(): Promise<void>;
}

/** Opens the server's database and applies migrations unless MIGRATE is off. */
export async function openImportDatabase(
  environment: Environment,
  print: (line: string) => void,
): Promise<Opened> {
  const place = await openOwnDatabase(environment, print);
  const connection = connect(place.target, { max: 2 });
  const close = async (): Promise<void> => {
    await connection.close();
    await place.leave();
  };
  try {
    if (environment.migrate) await migrate(connection, { print });
    else await requireMigrated(connection);
  } catch (error) {
    await close();
    throw error;
  }
  return { connection, close };
}
