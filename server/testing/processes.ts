// Test helper: two server processes on one empty database, in one of three topologies.
import { rm } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { urlOf } from '../../db/testing/target.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { type ServerProcess, spawnServer } from './process.ts';
import { type TestResponse, makeTestClient, type Sent } from './caller.ts';
import { filledIn, freePort } from './config.ts';
import { type Haproxy, startHaproxy } from './haproxy.ts';
import { startPgbouncer } from './pgbouncer.ts';

export type Way = 'straight' | 'through PgBouncer' | 'behind haproxy';

export const admin = { email: 'admin@example.com', password: 'long enough' };

export interface Processes {
  database: TestDatabase;
  /** Data folders: one each, or a shared one behind haproxy. */
  folders: string[];
  servers: ServerProcess[];
  /** Ports on which they listen. */
  ports: number[];
  /** Null when they are accessed directly. */
  haproxy: Haproxy | null;
  /** URL of each process; behind haproxy, that of haproxy. */
  urls: string[];
  at: (server: number, method: string, path: string, sent?: Sent) => Promise<TestResponse>;
  login: (server: number, body: object) => Promise<TestResponse>;
  /** Counts rows. */
  count: (what: string) => Promise<number>;
  /**
   * Restarts a process that has exited.
   * @param installation folder of another installation
   */
  restart(server: number, installation?: string): Promise<void>;
  /**
   * Stops them and returns their exit status; behind haproxy they are killed, because connection draining would delay
   * them.
   */
  end(): Promise<{ code: number | null; stderr: string }[]>;
}

export async function startProcesses(way: Way): Promise<Processes> {
  const database = await createTestDatabase('none');
  const bouncer = way === 'straight' ? null : await startPgbouncer(database.target);
  const databaseUrl = bouncer?.url ?? urlOf(database.target);
  const isBehind = way === 'behind haproxy';
  const ports = isBehind ? [await freePort(), await freePort()] : [0, 0];
  const haproxy = isBehind ? await startHaproxy(ports) : null;
  const folders = [await makeTestFolder(), ...(isBehind ? [] : [await makeTestFolder()])];
  const start = (port: number, index: number, installation?: string): ServerProcess =>
    spawnServer(
      {
        ...settings(databaseUrl, folders[index] ?? folders[0] ?? ''),
        SEED: 'demo',
        // No load balancer watches them.
        ...(isBehind ? {} : { DRAIN_SECONDS: '0' }),
        PORT: String(port),
      },
      installation === undefined ? {} : { folder: installation },
    );
  const servers = ports.map((port, index) => start(port, index));
  const own = await Promise.all(servers.map(({ ready }) => ready));
  await haproxy?.sees('one', 'UP');
  await haproxy?.sees('two', 'UP');
  const urls = own.map((url) => haproxy?.url ?? url);
  const endpoint = makeTestClient(haproxy?.certificate ?? null);
  const at: Processes['at'] = (server, ...received) => endpoint(urls[server] ?? '', ...received);
  return {
    database,
    folders,
    servers,
    ports,
    haproxy,
    urls,
    at,
    login: (server, body) => at(server, 'POST', '/api/users/login', { body }),
    count: async (what) => {
      const { rows } = await database.connection.pool.query(`select count(*) from ${what}`);
      return rows[0].count;
    },
    restart: async (index, installation) => {
      const again = start(ports[index] ?? 0, index, installation);
      servers[index] = again;
      await again.ready;
    },
    end: async () => {
      for (const { process } of servers) process.kill(isBehind ? 'SIGKILL' : 'SIGTERM');
      const ends = await Promise.all(servers.map(({ ended }) => ended));
      await haproxy?.stop();
      await bouncer?.stop();
      await database.drop();
      for (const folder of folders) await rm(folder, { recursive: true });
      return ends;
    },
  };
}

/** Settings of docs/scaling-out/barback.env, except that the demo is allowed. */
function settings(databaseUrl: string, folder: string): Record<string, string> {
  const text = filledIn('barback.env', [
    ['NODE_ENV=production', 'NODE_ENV=test'],
    ['postgres://barback:PASSWORD@127.0.0.1:6432/barback', databaseUrl],
    ['JWT_SECRET=', 'JWT_SECRET=the secret that all of them have in common'],
    ['SECRETS_KEY=', 'SECRETS_KEY=the key that all of them have in common, too'],
    ['/var/lib/barback', folder],
    ['ADMIN_EMAIL=', `ADMIN_EMAIL=${admin.email}`],
    ['ADMIN_PASSWORD=', `ADMIN_PASSWORD=${admin.password}`],
  ]);
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}
