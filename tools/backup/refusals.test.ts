import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { addOwner, createUnit, startTestApp, type TestApp } from '../../server/testing/app.ts';
import { testOutbox } from '../../server/testing/services/messages.ts';
import type { ArchiveContents } from './archive-shape.ts';
import { backUp, everyFile, everyRow, repack, restore } from '../testing/backups.ts';

let app: TestApp;
let source: TestDatabase['target'];
let empty: TestDatabase;
const folder = withTestFolder();
let backup: string;
const inFolder = (...path: string[]): string => join(folder, ...path);

beforeAll(async () => {
  app = await startTestApp();
  source = { url: app.databaseUrl };
  await createUnit(app, await addOwner(app, 'Rooftop'));
  // A restore would park a queued job, so that the rows differ.
  await testOutbox(app).runAll();
  empty = await createTestDatabase('none');
  backup = inFolder('sound.tar.gz');
  await mkdir(inFolder('source/files'), { recursive: true });
  // Mostly incompressible data, in which every byte matters.
  const picture = Buffer.concat([Buffer.from('rum'), randomBytes(100_000)]);
  await writeFile(inFolder('source/files/rum.png'), picture);
  await writeFile(inFolder('source/jwt-secret'), 'a secret');
  expect(await backUp({ dataDir: inFolder('source'), target: source }, backup)).toMatchObject({
    code: 0,
  });
});

afterAll(async () => {
  await empty.drop();
  await app.close();
});

/** A one-line message that contains this text. */
const refusal = (message: string) => ({
  code: 1,
  out: '',
  err: expect.stringMatching(new RegExp(`^[^\\n]*${message}[^\\n]*\\n$`)),
});

describe('rejected restores', () => {
  test('rejects a restore into a database with accounts and changes nothing', async () => {
    const rows = await everyRow(source);
    const place = { dataDir: inFolder('used'), target: source };
    expect(await restore(place, backup)).toEqual(refusal('in use: its database holds 1 account'));
    expect(await everyRow(source)).toEqual(rows);
    expect(await everyFile(inFolder('used'))).toEqual({});
  });

  test('rejects a restore into a folder with files and changes nothing', async () => {
    await mkdir(inFolder('filled/renderings'), { recursive: true });
    await writeFile(inFolder('filled/renderings/pack'), 'a page');
    const place = { dataDir: inFolder('filled'), target: empty.target };
    expect(await restore(place, backup)).toEqual(refusal('in use: there are files in'));
    expect(await everyFile(inFolder('filled'))).toEqual({ 'renderings/pack': 'YSBwYWdl' });
    expect(await everyRow(empty.target)).toEqual({});
  });

  test('rejects a backup made by a later version and changes nothing', async () => {
    const later = inFolder('later.tar.gz');
    await repack(backup, later, (entries) => {
      const header = JSON.parse(String(entries.get('barback-backup.json')));
      header.migrations.push({ name: '9999-future.sql', checksum: 'x' });
      entries.set('barback-backup.json', Buffer.from(JSON.stringify(header)));
    });
    expect(await restore({ dataDir: inFolder('new') }, later)).toEqual(
      refusal('it holds 9999-future.sql, which is not known here'),
    );
    expect(existsSync(inFolder('new'))).toBe(false);
  });

  test.each([
    [[], 'Name the backup to restore'],
    [['/nowhere.tar.gz'], 'There is no file /nowhere.tar.gz'],
    [['a', 'b'], '"b" is one too many'],
    [['a', '--force'], "Unknown option '--force'"],
  ])('rejects a restore with the arguments %j and changes nothing', async (args, message) => {
    expect(await restore({ dataDir: inFolder('new') }, ...args)).toEqual(refusal(message));
    expect(existsSync(inFolder('new'))).toBe(false);
  });
});

describe('damaged backups', () => {
  const refused = async (file: string): Promise<void> => {
    expect(await restore({ dataDir: inFolder('new') }, file)).toEqual(
      refusal('is damaged, or is no backup of Barback .* Nothing was changed.'),
    );
    expect(existsSync(inFolder('new'))).toBe(false);
  };

  test('rejects a backup with a flipped byte anywhere and leaves nothing behind', async () => {
    const sound = await readFile(backup);
    const places = [0.2, 0.5, 0.8].map((part) => Math.floor(sound.length * part));
    for (const at of [...places, sound.length - 8, sound.length - 1]) {
      const damaged = Buffer.from(sound);
      damaged.writeUInt8(sound.readUInt8(at) ^ 0x10, at);
      await writeFile(inFolder('damaged.tar.gz'), damaged);
      await refused(inFolder('damaged.tar.gz'));
    }
  });

  test('rejects a backup truncated anywhere and leaves nothing behind', async () => {
    const sound = await readFile(backup);
    for (const bytes of [0, 1, 100, sound.length >> 1, sound.length - 1]) {
      await writeFile(inFolder('short.tar.gz'), sound);
      await truncate(inFolder('short.tar.gz'), bytes);
      await refused(inFolder('short.tar.gz'));
    }
  });

  test.each<[string, (entries: Map<string, Buffer>) => void]>([
    [
      'a changed row',
      (entries) => change(entries, 'tables/users/000001.copy', /Rooftop/, 'Mallory'),
    ],
    ['a changed file', (entries) => change(entries, 'files/rum.png', /rum/, 'gin')],
    ['a lost table', (entries) => void entries.delete('tables/users/000001.copy')],
    ['a lost file', (entries) => void entries.delete('files/rum.png')],
    ['a lost end', (entries) => void entries.delete('contents.json')],
    ['a lost beginning', (entries) => void entries.delete('barback-backup.json')],
    ['something else', (entries) => void entries.set('files/x', Buffer.from('x'))],
    ['a way out', (entries) => add(entries, 'files/../../way-out')],
    ['another folder', (entries) => add(entries, 'postgres/PG_VERSION')],
  ])('rejects a repacked backup with %s and leaves nothing behind', async (_what, damage) => {
    await repack(backup, inFolder('other.tar.gz'), damage);
    await refused(inFolder('other.tar.gz'));
    expect(existsSync(inFolder('way-out'))).toBe(false);
  });

  test('--check reports a damaged backup without restoring anything', async () => {
    const place = { dataDir: inFolder('new') };
    expect(await restore(place, backup, '--check')).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^.*sound\.tar\.gz is complete: \d+ rows of \d+ tables and 2 files/,
      ),
    });
    await repack(backup, inFolder('other.tar.gz'), (entries) =>
      change(entries, 'files/rum.png', /rum/, 'gin'),
    );
    const described = await restore(place, inFolder('other.tar.gz'), '--check');
    expect(described).toEqual(refusal('files/rum.png is not as it was written'));
    expect(existsSync(inFolder('new'))).toBe(false);
  });
});

test.each<[string, (entries: Map<string, Buffer>) => void, string]>([
  [
    'while they come in',
    (entries) => setRows(entries, 'users', () => ''),
    'violates foreign key constraint',
  ],
  [
    'at the very end',
    (entries) =>
      setRows(
        entries,
        'drinks',
        (row) => row + row.replace(/^(\S+\t)\S+/, `$1${randomUUID()}`).replace(/\{\S{36},/, '{'),
      ),
    'conflicting key value violates exclusion constraint',
  ],
])(
  'rows that the database rejects %s roll back the whole restore, which can be repeated',
  async (_when, damage, message) => {
    const { target, drop } = await createTestDatabase('none');
    const place = { dataDir: await mkdtemp(inFolder('fresh-')), target };
    await writeFile(join(place.dataDir, 'jwt-secret'), 'of a first start');
    await repack(backup, inFolder('refused.tar.gz'), damage);
    expect(await restore(place, inFolder('refused.tar.gz'))).toEqual(
      refusal(`Failed: .*${message}`),
    );
    const secret = Buffer.from('of a first start').toString('base64');
    expect(await everyFile(place.dataDir)).toEqual({ 'jwt-secret': secret });
    expect((await everyRow(target))['venues']).toEqual([]);

    expect(await restore(place, backup)).toMatchObject({ code: 0, err: '' });
    expect(await everyRow(target)).toEqual(await everyRow(source));
    expect(await everyFile(place.dataDir)).toEqual(await everyFile(inFolder('source')));
    await drop();
  },
);

test('a backup never overwrites another file, and requires an existing database', async () => {
  const place = { dataDir: inFolder('source'), target: source };
  const before = await readFile(backup);
  expect(await backUp(place, backup)).toEqual(refusal('is there already'));
  expect(await readFile(backup)).toEqual(before);
  expect(await backUp({ dataDir: inFolder('nowhere') }, inFolder('x'))).toEqual(
    refusal('There is no database in .*nowhere yet'),
  );
  const unused = await createTestDatabase('none');
  expect(await backUp({ ...place, target: unused.target }, inFolder('x'))).toEqual(
    refusal('Barback has never used this database'),
  );
  await unused.drop();
  expect(existsSync(inFolder('x'))).toBe(false);
});

function change(entries: Map<string, Buffer>, name: string, from: RegExp, to: string): void {
  const text = String(entries.get(name));
  expect(text).toMatch(from);
  entries.set(name, Buffer.from(text.replace(from, to)));
}

/** Replaces rows and updates the table of contents, so that the archive is consistent. */
function setRows(entries: Map<string, Buffer>, table: string, to: (rows: string) => string): void {
  const part = `tables/${table}/000001.copy`;
  const rows = Buffer.from(to(String(entries.get(part))));
  entries.set(part, rows);
  const contents: ArchiveContents = JSON.parse(String(entries.get('contents.json')));
  const sha256 = createHash('sha256').update(rows).digest('hex');
  const lines = String(rows).split('\n').length - 1;
  contents.tables = contents.tables.map((one) =>
    one.name === table ? { ...one, rows: lines, bytes: rows.length, sha256 } : one,
  );
  entries.set('contents.json', Buffer.from(JSON.stringify(contents)));
}

/** Adds an entry, also to the table of contents, before the end. */
function add(entries: Map<string, Buffer>, name: string): void {
  const content = Buffer.from('out');
  const contents: ArchiveContents = JSON.parse(String(entries.get('contents.json')));
  const sha256 = createHash('sha256').update(content).digest('hex');
  contents.files.push({ name, bytes: content.length, sha256 });
  entries.delete('contents.json');
  entries.set(name, content);
  entries.set('contents.json', Buffer.from(JSON.stringify(contents)));
}
