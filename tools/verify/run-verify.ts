/** npm run verify: compares what is stored twice, venue by venue, and reports every difference. */
import { parseArgs } from 'node:util';
import { requireMigrated } from '../../db/migrate.ts';
import { connect } from '../../db/pool/connect.ts';
import { messageOf } from '../../db/start-error.ts';
import type { Db } from '../../db/tables/tables.ts';
import { verifyVenue } from '../../server/verification/verify-venue.ts';
import { BackupError } from '../backup/backup-error.ts';
import { count, runCommand, type Terminal } from '../backup/terminal.ts';
import { openOwnDatabase } from '../own-database.ts';

const usage = 'it takes --venue with the id or the name of a venue, or nothing for all venues';

function readVenue(args: readonly string[]): string | null {
  try {
    const { values } = parseArgs({ args: [...args], options: { venue: { type: 'string' } } });
    return values.venue ?? null;
  } catch (error) {
    throw new BackupError(`${messageOf(error).split(/[.\n]/)[0] ?? ''}: ${usage}.`);
  }
}

/** Exit code: 0 when everything agrees, 1 with differences or an error. */
export function runVerify(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out } = terminal;
  return runCommand(terminal, async (environment) => {
    const named = readVenue(args);
    const { target, leave } = await openOwnDatabase(environment, out);
    const connection = connect(target, { max: 1 });
    try {
      await requireMigrated(connection);
      const { db } = connection;
      const venues = await findVenues(db, named);
      let differences = 0;
      for (const venue of venues) {
        terminal.stop.throwIfAborted();
        differences += await verify(db, venue, out);
      }
      if (differences > 0)
        throw new BackupError(
          `${count(differences, 'difference')} in ${count(venues.length, 'venue')}.`,
        );
      out(`No differences in ${count(venues.length, 'venue')}.`);
    } finally {
      await connection.close();
      await leave();
    }
  });
}

interface Venue {
  id: string;
  name: string;
}

/** All venues, or those of this id or name. */
async function findVenues(db: Db, named: string | null): Promise<Venue[]> {
  const venues = await db.selectFrom('venues').select(['id', 'name']).orderBy('id').execute();
  const found = venues.filter(({ id, name }) => named === null || id === named || name === named);
  if (named !== null && found.length === 0)
    throw new BackupError(`There is no venue with the id or the name '${named}'.`);
  return found;
}

async function verify(db: Db, { id, name }: Venue, out: Terminal['out']): Promise<number> {
  const units = await db
    .selectFrom('units')
    .select(['id', 'unit_number'])
    .where('venue_id', '=', id)
    .execute();
  const numbers = new Map(units.map((unit) => [unit.id, unit.unit_number]));
  const { sales, differences } = await verifyVenue(db, id, numbers);
  const result =
    differences.length === 0 ? 'no differences' : count(differences.length, 'difference');
  out(`${name} (${id}): ${count(sales, 'sale')}, ${result}`);
  for (const difference of differences) out(`  ${difference}`);
  return differences.length;
}
