import { connect, type Connection } from '../../db/pool/connect.ts';
import { migrate } from '../../db/migrate.ts';
import type { Environment } from '../../server/startup/env.ts';
import { openOwnDatabase } from '../own-database.ts';

interface Opened {
  connection: Connection;
  close(): Promise<void>;
}

/** Opens the server's database and applies migrations. */
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
    await migrate(connection);
  } catch (error) {
    await close();
    throw error;
  }
  return { connection, close };
}
