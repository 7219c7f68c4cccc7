/** npm run verify: compares what is stored twice, venue by venue, and reports every difference. */
import { verifyVenue } from '../../server/verification/verify-venues.ts';
import { parseArgs } from 'node:util';
import { requireMigrated } from '../../db/migrate.ts';
import { connect } from '../../db/pool/connect.ts';
import { messageOf } from '../../db/start-error.ts';
import type { Db } from '../../db/tables/tables.ts';
import { rebuildVenue, unitsAtOnce } from '../../server/verification/rebuild-venue.ts';
import { listUnitNumbers } from '../../server/verification/venue-verifications.queries.ts';

import { BackupError, count, runCommand, type Terminal } from '../terminal.ts';
import { openOwnDatabase } from '../own-database.ts';

const usage =
  'it takes --venue with the id or the name of a venue, or nothing for all venues; and, with --venue, --rebuild';

interface Options {
  /** Id or name; null for all venues. */
  venue: string | null;
  isRebuilt: boolean;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { venue: { type: 'string' }, rebuild: { type: 'boolean', default: false } },
    });
    const { venue = null, rebuild: isRebuilt } = values;
    if (isRebuilt && venue === null) throw new Error('--rebuild is of one venue');
    return { venue, isRebuilt };
  } catch (error) {
    throw new BackupError(`${messageOf(error).split(/[.\n]/)[0] ?? ''}: ${usage}.`);
  }
}

/** Exit code: 0 when everything agrees, 1 with differences or an error. */
export function runVerify(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out } = terminal;
  return runCommand(terminal, async (environment) => {
    const { venue: named, isRebuilt } = readOptions(args);
    const { target, leave } = await openOwnDatabase(environment, out);
    const connection = connect(target, { max: isRebuilt ? unitsAtOnce : 1, statementTimeoutMs: 0 });
    try {
      await requireMigrated(connection);
      const { db } = connection;
      const venues = await findVenues(db, named);
      if (isRebuilt) await rebuild(connection.db, venues, terminal);
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
    } catch (error) {
      if (!isRebuilt || !terminal.stop.aborted || error instanceof BackupError) throw error;
      throw new BackupError('Stopped. What is rebuilt stays; run it again to continue.');
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

async function rebuild(db: Db, venues: readonly Venue[], terminal: Terminal): Promise<void> {
  const [venue, ...others] = venues;
  if (!venue || others.length > 0)
    throw new BackupError('Several venues have this name: give the id of the one to rebuild.');
  const deps = { db, now: () => new Date() };
  const { sales, isContinued } = await rebuildVenue(deps, venue.id, terminal.stop);
  const earlier = isContinued ? ', continuing an earlier run' : '';
  terminal.out(`Rebuilt the sums of ${venue.name} from ${count(sales, 'sale')}${earlier}.`);
}

async function verify(db: Db, { id, name }: Venue, out: Terminal['out']): Promise<number> {
  const { sales, differences } = await verifyVenue(db, id, await listUnitNumbers(db, id));
  const result =
    differences.length === 0 ? 'no differences' : count(differences.length, 'difference');
  out(`${name} (${id}): ${count(sales, 'sale')}, ${result}`);
  for (const difference of differences) out(`  ${difference}`);
  return differences.length;
}
