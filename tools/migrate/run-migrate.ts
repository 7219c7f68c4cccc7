/** npm run migrate: prints each file with its duration. */
import { makeDataFolder } from '../../db/data-folder.ts';
import { migrate } from '../../db/migrate.ts';
import { connect } from '../../db/pool/connect.ts';
import { BackupError, count, runCommand, type Terminal } from '../terminal.ts';
import { openOwnDatabase } from '../own-database.ts';

/** Exit code: 0 when the database is up to date. */
export function runMigrate(terminal: Terminal): Promise<number> {
  const { out, stop } = terminal;
  return runCommand(terminal, async (environment) => {
    await makeDataFolder(environment.dataDir);
    const { target, leave } = await openOwnDatabase(environment, out, 'create');
    const connection = connect(target, { max: 1 });
    try {
      const { applied } = await migrate(connection, {
        stop,
        print: out,
        onApplied: (name, ms) => out(`${name}  ${(ms / 1000).toFixed(1)} s`),
      });
      out(
        applied.length === 0
          ? 'The database is up to date.'
          : `Applied ${count(applied.length, 'migration')}.`,
      );
    } catch (error) {
      if (!stop.aborted) throw error;
      throw new BackupError('Stopped. The migrations listed above are applied.');
    } finally {
      await connection.close();
      await leave();
    }
  });
}
