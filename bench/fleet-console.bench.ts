/** The list of 20,000 units of all owners, with three versions of the figures of each, against the 200 ms of a page. */
import { sql } from 'kysely';
import { openAdminSession, openBenchDatabase } from './bench-database.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';
import { reportP95, timesMs } from '../resilience/testing/outcome.ts';

const [units, runs, limitMs] = [20_000, 40, 200];

export async function benchFleetConsole(): Promise<void> {
  const database = await openBenchDatabase(0);
  const { connection, embedded } = database;
  await sql`
    insert into fleet_units
    select md5('unit ' || nth)::uuid, version, case when version < 3 then version + 1 end,
      case when version < 3 then now() end, md5('venue ' || nth / 4)::uuid, md5('owner ' || nth / 20)::uuid,
      nth, null, 'Venue ' || nth / 4, 'Owner ' || nth / 20, 'owner ' || nth / 20 || ' venue ' || nth / 4 || ' ' || nth,
      'ROTENDER_CLASSIC', '2025-01-01', 'America/New_York', '4.' || nth % 7,
      (array['online', 'online', 'online', 'offline', 'failing', 'new'])[nth % 6 + 1], nth % 5, 50, (nth % 5) / 50.0,
      nth % 9, 400, now(), null, nth % 3, (nth * 7919 % 500) * 100, (nth * 104729 % 300) * 100, now(), now()
    from generate_series(1, ${units}::int) as nth, generate_series(1, 3) as version
  `.execute(connection.db);
  await sql`update fleet_versions set version = 3`.execute(connection.db);
  await sql`analyze fleet_units`.execute(connection.db);
  const token = await openAdminSession(connection);
  const server = await serve('serve', embedded.target);
  const look = async (path: string): Promise<{ next: string | null }> =>
    JSON.parse(await send(`${server.url}/api/admins/fleet${path}`, token));
  const halfway = async (sort: string): Promise<string> => {
    let next: string | null = '';
    for (let page = 0; page < units / 400; page += 1) {
      const cursor: string = next === '' || next === null ? '' : `&cursor=${next}`;
      next = (await look(`?sort=${sort}&pagination[size]=200${cursor}`)).next;
    }
    return next ?? '';
  };
  const paths = ['/cohorts?by=software', '?state=failing&software=4.3', '?search=venue%2099'];
  for (const sort of ['atRisk', 'expected', 'failureRate', 'refused', 'place'])
    paths.push(`?sort=${sort}`, `?sort=${sort}&cursor=${await halfway(sort)}`);
  for (const path of paths) {
    const times = await timesMs(runs, () => look(path));
    const name = path.replace(/cursor=.*/, 'half way');
    reportP95(`fleet of ${units.toLocaleString('en-US')} units ${name}`, times, limitMs);
  }
  await server.stop();
  await database.close();
}
