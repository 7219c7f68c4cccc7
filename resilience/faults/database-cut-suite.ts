/** Cuts off the database in every way twice, kills it, and stops it, for seconds each time. About two minutes. */
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPidFile } from '../../db/embedded/process.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { cuts, startCutProxy } from './cut-proxy.ts';
import { type Cut, databaseCuts } from './database-cut.ts';
import { throughProxy } from './through-proxy.ts';
import { urlOf } from '../../db/testing/target.ts';

const clients = 8;
const cutMs = 6_000;

const seconds = (byName: Record<string, number>): string =>
  Object.entries(byName)
    .map(([name, ms]) => `${name} ${(ms / 1000).toFixed(2)}`)
    .join(', ');

export async function databaseCutSuite(): Promise<void> {
  const folder = await makeTestFolder();
  const [dataDir, place] = [join(folder, 'product'), join(folder, 'database')];
  // The user that runs PostgreSQL when started by root needs access.
  await chmod(folder, 0o755);
  await mkdir(place);
  let database = await startEmbedded(place);
  const { target, urlOn } = throughProxy(urlOf(database.target));
  const proxy = await startCutProxy(target);
  const start = async (): Promise<void> => {
    database = await startEmbedded(place);
  };
  const ways = cuts.map((name) => ({
    name,
    begin: () => proxy.become(name),
    end: () => proxy.become('open'),
  }));
  const kill: Cut = {
    name: 'kill -9',
    begin: async () => {
      const { pid } = (await readPidFile(join(place, 'postgres'))) ?? {};
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      // Otherwise it would be restarted at once.
      await database.stop();
    },
    end: start,
  };
  const stop: Cut = { name: 'stop', begin: () => database.stop(), end: start };
  const again = ways.map((way) => ({ ...way, name: `${way.name} again` }));
  const found = await databaseCuts(
    { dataDir, databaseUrl: urlOn(proxy.port) },
    { clients, cutMs, cuts: [...ways, kill, stop, ...again] },
  );
  await proxy.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });

  report(
    'orders lost, doubled or answered otherwise by a database that was gone',
    found.lost.length + Math.abs(found.doubled) + found.otherwise + found.centsApart,
    { most: 0 },
    `${found.acknowledged} acknowledged; ${JSON.stringify(found.described)}`,
  );
  report(
    'unclear answers while it was gone',
    found.unclear.length,
    { most: 0 },
    `every call of the API was asked; ${found.unclear.slice(0, 5).join('; ')}`,
  );
  const slowest = Math.max(...Object.values(found.slowestMs)) / 1000;
  report(
    'slowest answer while it was gone, in seconds',
    slowest,
    { most: 2 },
    seconds(found.slowestMs),
  );
  const heal = Math.max(...Object.values(found.healMs)) / 1000;
  report('slowest healing after its return, in seconds', heal, { most: 1 }, seconds(found.healMs));
  report(
    'connections leaked, and jobs that no longer go on',
    found.leaked + (found.jobsGoOn ? 0 : 1),
    { most: 0 },
    `after ${Object.keys(found.healMs).length} cuts`,
  );
}
