import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../db/pool/connect.ts';
import { seedDemo } from '../../db/demo/seed.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrateTo } from '../../db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { encrypt, placeInAccount, placeInVenue } from '../../server/shared/encryption.ts';
import { newId } from '../../server/shared/ids.ts';
import { encryptUnbound } from '../../server/testing/services/processes.ts';
import { backUp, everyFile, everyRow, everyRowIn, restore } from '../testing/backups.ts';

const minuteMs = 60_000;
const secretsKey = 'the key that card provider keys are sealed under';

let demo: TestDatabase;
let folder: string;
/** A separate folder that the PostgreSQL user can enter. */
let second: string;
const databases: TestDatabase[] = [];
const inFolder = (...path: string[]): string => join(folder, ...path);
const newDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase('none');
  databases.push(database);
  return database;
};

beforeAll(async () => {
  demo = await createTestDatabase();
  const { db } = demo.connection;
  await seedDemo(db, { now: () => new Date() });
  const sealed = encryptUnbound(secretsKey, 'sk_test_1234');
  await db.updateTable('venues').set({ private_key_sealed: sealed }).execute();
  const { id } = await db.selectFrom('venues').select('id').executeTakeFirstOrThrow();
  const place = placeInVenue(id, 'webhook_secret_sealed');
  const key = { current: secretsKey, previous: null };
  const bound = encrypt(key, 'whsec_1', place);
  await db
    .updateTable('venues')
    .set({ webhook_secret_sealed: bound })
    .where('id', '=', id)
    .execute();
  const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('credentials')
    .values({
      id: newId(new Date()),
      user_id: user.id,
      kind: 'totp',
      secret: encrypt(key, 'JBSWY3DP', placeInAccount(user.id)),
      created_at: new Date(),
    })
    .execute();
  // Difficult text: tabs, line ends, backslashes, the null marker, and an empty string.
  const terms = 'tab\tline\nreturn\r backslash \\N \\. quote " 🍸 \u0001';
  await db.updateTable('settings').set({ terms }).execute();
}, minuteMs);

beforeEach(async () => {
  folder = await makeTestFolder();
  second = await makeTestFolder();
  await mkdir(inFolder('demo/files/ab'), { recursive: true });
  await mkdir(inFolder('demo/renderings/7/upload-8'), { recursive: true });
  await mkdir(inFolder('demo/outbox'));
  await writeFile(inFolder('demo/files/ab/rum.png'), Buffer.alloc(5_000_000, 'rum'));
  await writeFile(inFolder('demo/files/ab/gin.png.new-0a1b'), 'half a picture');
  await writeFile(inFolder('demo/renderings/7/pack'), '');
  await writeFile(inFolder(`demo/renderings/7/${'long'.repeat(40)}`), 'a name that is long');
  await writeFile(inFolder('demo/renderings/7/upload-8/bundle.zip'), 'half a bundle');
  await writeFile(inFolder('demo/outbox/mail.eml'), 'Subject: Rum is at 18%');
  await writeFile(inFolder('demo/secrets-key'), `${secretsKey}\n`, { mode: 0o600 });
});

afterEach(async () => {
  for (const used of [folder, second]) await rm(used, { recursive: true });
});

afterAll(async () => {
  for (const database of [demo, ...databases]) await database.drop();
});

test(
  'the demo round-trips from a server into a data folder and on to a server, row by row and file by file',
  { timeout: minuteMs },
  async () => {
    const rows = await everyRow(demo.target);
    expect(rows['ordered_drinks']?.length).toBeGreaterThan(10_000);
    const place = { dataDir: inFolder('demo'), target: demo.target };
    expect(await backUp(place, inFolder('first.tar.gz'))).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Backed up [\d,]+ rows .* and 4 files .*\nIt holds the secrets/),
    });
    expect((await stat(inFolder('first.tar.gz'))).mode & 0o777).toBe(0o600);

    expect(await restore({ dataDir: second }, inFolder('first.tar.gz'))).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Restored [^\n]+ and 4 files, .*compared\.\n$/),
    });
    const kept = Object.entries(await everyFile(inFolder('demo'))).filter(
      ([name]) => !/outbox|upload-|\.new-/.test(name),
    );
    expect(await everyFile(second)).toEqual(Object.fromEntries(kept));
    expect((await stat(join(second, 'secrets-key'))).mode & 0o777).toBe(0o600);
    expect(await everyRowIn(second)).toEqual(rows);

    // This time the folder's PostgreSQL is running.
    const running = await startEmbedded(second, { durable: false });
    const again = await backUp({ dataDir: second }, inFolder('second.tar.gz'));
    expect(again).toMatchObject({ code: 0, err: '' });
    const { target } = await newDatabase();
    const third = { dataDir: inFolder('third'), target };
    expect(await restore(third, inFolder('second.tar.gz'))).toMatchObject({ code: 0, err: '' });
    await running.stop();
    expect(await everyRow(target)).toEqual(rows);
  },
);

test(
  'secrets are excluded on request with a message, and unsent messages are included on request',
  { timeout: minuteMs },
  async () => {
    const place = { dataDir: inFolder('demo'), target: demo.target };
    const file = inFolder('bare.tar.gz');
    const made = await backUp(place, file, '--no-secrets', '--outbox');
    expect(made.out).toMatch(/^Backed up [^\n]+\n$/);
    const { target } = await newDatabase();
    const restored = await restore({ dataDir: inFolder('other'), target }, file);
    expect(restored.out).toContain('were encrypted with another SECRETS_KEY');
    expect(await everyFile(inFolder('other'))).toHaveProperty('outbox/mail.eml');
    expect(await everyFile(inFolder('other'))).not.toHaveProperty('secrets-key');
  },
);

test('a restore reports secrets that neither SECRETS_KEY nor the previous one decrypts', async () => {
  const place = { dataDir: inFolder('demo'), target: demo.target };
  const file = inFolder('bare.tar.gz');
  expect(await backUp(place, file, '--no-secrets')).toMatchObject({ code: 0 });
  const restoreWith = async (name: string, settings: Record<string, string>): Promise<string> => {
    const { target } = await newDatabase();
    const restored = await restore({ dataDir: inFolder(name), target, settings }, file);
    expect(restored).toMatchObject({ code: 0, err: '' });
    return restored.out;
  };
  const SECRETS_KEY = 'another key of at least thirty-two characters';
  expect(await restoreWith('other', { SECRETS_KEY })).toMatch(
    /^(\d+) of \1 stored secrets .* another SECRETS_KEY .*, 1 authenticator apps\. Set the SECRETS_KEY /m,
  );
  const both = { SECRETS_KEY, SECRETS_KEY_PREVIOUS: secretsKey };
  expect(await restoreWith('both', both)).not.toContain('another SECRETS_KEY');
});

test('restoring a backup of an earlier version migrates it', async () => {
  const old = await newDatabase();
  await migrateTo(old.connection, '0009-notices-and-messages.sql');
  await old.connection.pool.query(
    `insert into users (id, account_type, name, email, password_hash)
     values (gen_random_uuid(), 'owner', 'Maya', 'maya@example.com', '-')`,
  );
  await mkdir(inFolder('old'));
  const file = inFolder('old.tar.gz');
  const made = await backUp({ dataDir: inFolder('old'), target: old.target }, file);
  expect(made).toMatchObject({ code: 0, err: '' });
  const { target } = await newDatabase();
  expect(await restore({ dataDir: inFolder('new'), target }, file)).toMatchObject({ code: 0 });
  const connection = connect(target, { max: 1 });
  const { rows } = await connection.pool.query(
    `select name, webhooks.count, (select max(name) from schema_migrations) as last from users,
     (select count(webhook_secret_hint) from venues) as webhooks`,
  );
  await connection.close();
  const { rows: last } = await demo.connection.pool.query(
    'select max(name) as last from schema_migrations',
  );
  expect(rows).toEqual([{ name: 'Maya', count: 0, last: last[0].last }]);
});

test('a restore fills folders that are links, also to another disk, and leaves the links', async () => {
  const place = { dataDir: inFolder('demo'), target: demo.target };
  const file = inFolder('shared.tar.gz');
  expect(await backUp(place, file)).toMatchObject({ code: 0, err: '' });
  const otherDisk = existsSync('/dev/shm') ? '/dev/shm' : folder;
  const pages = await mkdtemp(join(otherDisk, 'barback-test-pages-'));
  const { target } = await newDatabase();
  const linked = { dataDir: inFolder('linked'), target };
  await mkdir(linked.dataDir);
  await symlink(pages, inFolder('linked/renderings'));
  await symlink(second, inFolder('linked/files'));
  expect(await restore(linked, file)).toMatchObject({ code: 0, err: '' });
  for (const name of ['renderings', 'files'])
    expect((await lstat(inFolder('linked', name))).isSymbolicLink()).toBe(true);
  expect(Object.keys(await everyFile(second))).toEqual(['ab/rum.png']);
  const bundles = Object.entries(await everyFile(inFolder('demo/renderings')));
  const complete = bundles.filter(([name]) => !name.includes('upload-'));
  expect(await everyFile(pages)).toEqual(Object.fromEntries(complete));
  await rm(pages, { recursive: true });
});

test('an interrupted backup leaves no files', async () => {
  const place = { dataDir: inFolder('demo'), target: demo.target };
  const before = await everyFile(folder);
  const stopped = await backUp({ ...place, stop: AbortSignal.abort() }, inFolder('never.tar.gz'));
  expect(stopped).toEqual({ code: 1, out: '', err: 'Stopped. Nothing was saved.\n' });
  expect(await everyFile(folder)).toEqual(before);
});
