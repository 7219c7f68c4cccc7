import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { StartupError } from '../start-error.ts';
import { withTestFolder } from '../testing/with-folder.ts';

const made = withTestFolder();
let dataDir: string;
let files: string;

beforeAll(async () => {
  await (await startEmbedded(made, { durable: false })).stop();
});
beforeEach(() => {
  dataDir = `${made}-copy`;
  files = join(dataDir, 'postgres');
  // With the owners of the files, which are another user's where the tests run as root.
  execFileSync('cp', ['-a', made, dataDir]);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** The message with which a start fails; `/data` stands for the data folder. */
async function failedStart(): Promise<string> {
  const failure = await startEmbedded(dataDir, { durable: false }).then(
    ({ stop }) => stop(),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StartupError);
  return String(failure).replaceAll(dataDir, '/data');
}

test('a database without PG_VERSION is left as it is, and named', async () => {
  await rm(join(files, 'PG_VERSION'));
  const left = await readdir(files);
  expect(await failedStart()).toContain(
    '/data/postgres has files, but no PG_VERSION, so it is not a complete database: restore a backup, or move it away',
  );
  expect(await readdir(files)).toEqual(left);
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log']);
});

test('a file in the place of the database is named', async () => {
  await chmod(dataDir, 0o711);
  await rm(files, { recursive: true });
  await writeFile(files, '');
  expect(await failedStart()).toContain('/data/postgres is a file, not a folder');
});

test('an empty folder is filled with a new database', async () => {
  await rm(files, { recursive: true });
  await mkdir(files, { mode: 0o700 });
  await (await startEmbedded(dataDir, { durable: false })).stop();
});

test.each([
  ['the configuration', 'postgresql.conf'],
  ['the control file', 'global/pg_control'],
])('a database whose files PostgreSQL may not open (%s) is given back', async (_, file) => {
  await chmod(join(files, file), 0);
  expect(await failedStart()).toMatch(
    /^StartupError: PostgreSQL runs as user \S+ and may not use its files in \/data\/postgres \(could not open .*Permission denied\), which happens when another user has copied them: run "chown -R \S+ '\/data\/postgres'" and/,
  );
});

test('a folder that others may enter is closed again', async () => {
  await chmod(files, 0o755);
  expect(await failedStart()).toContain(`"chmod -R u=rwX,go= '/data/postgres'"`);
});

test.runIf(process.getuid?.() === 0)('a database that root has copied is given back', async () => {
  for (const name of ['', ...(await readdir(files, { recursive: true }))]) {
    await chown(join(files, name), 0, 0);
  }
  expect(await failedStart()).toMatch(
    /runs as user (\S+) and may not use its files .*Permission denied.* run "chown -R \1 /,
  );
});

test('a database that lacks files is restored from a backup', async () => {
  await rm(join(files, 'global/pg_control'));
  expect(await failedStart()).toMatch(
    /did not start on \/data\/postgres \(could not open file .*pg_control": No such file or directory\): if its files are damaged or were not all copied, restore a backup \(more in \/data\/postgres\.log\)/,
  );
});
