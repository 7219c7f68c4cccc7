import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../db/testing/database.ts';
import { asAdmin, urlOf, withDatabase } from '../../db/testing/target.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { type ReplicatedServers, startReplicated } from '../../db/testing/replicated.ts';
import { type ServerProcess, spawnServer } from '../testing/services/processes.ts';

let servers: ReplicatedServers;
let folder: string;
beforeAll(async () => {
  servers = await startReplicated();
}, 60_000);
afterAll(async () => {
  await servers.database.drop();
  await servers.stop();
});
beforeEach(async () => {
  folder = await makeTestFolder();
  return () => rm(folder, { recursive: true, force: true });
});

const start = (environment: Record<string, string>): ServerProcess =>
  spawnServer({
    DATABASE_URL: urlOf(servers.primary.target),
    DATA_DIR: folder,
    RENDERING_PORT: '0',
    ...environment,
  });
const readiness = async (server: ServerProcess): Promise<any> => {
  const response = await fetch(new URL('/readyz', await server.ready));
  return [response.status, await response.json()];
};
/** At the first poll a standby may lack what the primary has just written, and is left out until the next one. */
const becomesUsed = (server: ServerProcess) =>
  expect
    .poll(async () => (await readiness(server))[1].replica.state, { timeout: 20_000 })
    .toBe('used');
async function end(server: ServerProcess): Promise<number | null> {
  server.process.kill('SIGTERM');
  return (await server.ended).code;
}

test('starts with a standby, and reports it as used', async () => {
  const server = start({ DATABASE_READ_URL: urlOf(servers.standby.target) });
  expect((await readiness(server))[0]).toBe(200);
  await becomesUsed(server);
  expect(await end(server)).toBe(0);
});

test('starts while the standby is down, says so, and uses it once it is up', async () => {
  await servers.standby.kill();
  const server = start({ DATABASE_READ_URL: urlOf(servers.standby.target) });
  expect(await readiness(server)).toMatchObject([200, { replica: { state: 'unreachable' } }]);
  expect(server.reported()).toContain('does not respond: reports are read from the primary');
  await servers.standby.start();
  await becomesUsed(server);
  expect(await end(server)).toBe(0);
});

const refusal = /^DATABASE_READ_URL names \S*, which is not a standby of the database in /;

test('refuses the primary itself', async () => {
  const server = start({ DATABASE_READ_URL: urlOf(servers.primary.target) });
  expect(await server.ended).toEqual({ code: 1, stderr: expect.stringMatching(refusal) });
});

test('refuses a standby of another cluster', async () => {
  const other = await createTestDatabase();
  const server = start({
    DATABASE_URL: urlOf(other.target),
    DATABASE_READ_URL: urlOf(servers.standby.target),
  });
  expect(await server.ended).toEqual({ code: 1, stderr: expect.stringMatching(refusal) });
  await other.drop();
});

test('refuses another database of the standby', async () => {
  const postgres = urlOf(withDatabase(servers.standby.target, 'postgres'));
  const server = start({ DATABASE_READ_URL: postgres });
  expect(await server.ended).toEqual({ code: 1, stderr: expect.stringMatching(refusal) });
});

test('recognizes a standby where its role may not read the identifier of the cluster', async () => {
  const superuser = { ...(servers.primary.target as { socketDir: string; port: number }) };
  const target = { ...superuser, user: 'postgres', database: 'barback' };
  await asAdmin(target, 'revoke all on function pg_control_system() from public');
  await servers.caughtUp();
  const server = start({ DATABASE_READ_URL: urlOf(servers.standby.target) });
  await becomesUsed(server);
  expect(await end(server)).toBe(0);
});
