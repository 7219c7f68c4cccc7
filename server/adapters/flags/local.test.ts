import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Provider } from '@openfeature/server-sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts';
import { makeTestFolder } from '../../../db/testing/folder.ts';
import type { FlagName } from '../../../contract/flags.ts';
import { switchFlag } from '../../testing/stock.ts';
import { embeddedFlags, openFlagFile } from './local.ts';
import { type FlagContext, unitFlags, venueFlags } from './port.ts';

let database: TestDatabase;
let folder: string;
let path: string;
let warnings: string[];
const opened: Provider[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTestFolder();
  const { db } = database.connection;
  const owner = { id: randomUUID(), name: 'Ada', email: 'ada@example.com', password_hash: '' };
  await db
    .insertInto('users')
    .values({ ...owner, account_type: 'owner' })
    .execute();
  await db
    .insertInto('venues')
    .values({ id: rooftopId, owner_id: owner.id, name: 'Rooftop Bar' })
    .execute();
});
beforeEach(async () => {
  path = join(folder, 'flags.json');
  warnings = [];
  await database.connection.db.deleteFrom('flag_switches').execute();
});
afterEach(async () => {
  for (const file of opened.splice(0)) await file.onClose?.();
  await rm(path, { force: true });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const rooftopId = randomUUID();
const rooftop = venueFlags({ id: rooftopId, name: 'Rooftop Bar' });
const unit = unitFlags({ id: randomUUID(), venue_id: rooftopId, unit_number: 1001 });
const warn = (message: string): void => void warnings.push(message);

const onFor = (targeting: object) => ({
  state: 'ENABLED',
  variants: { on: true, off: false },
  defaultVariant: 'off',
  targeting,
});
const forVenue = (name: string) =>
  onFor({
    if: [
      { and: [{ '==': [{ var: 'kind' }, 'venue'] }, { '==': [{ var: 'targetingKey' }, name] }] },
      'on',
    ],
  });
const write = (flags: object) => writeFile(path, JSON.stringify({ flags }));
const openFile = async () => {
  const file = await openFlagFile(path, warn);
  opened.push(file);
  return file;
};
const readerOfFile = async () =>
  embeddedFlags(database.connection.db, { file: await openFile(), warn });
const turn = ({ venueId, id: unitId }: FlagContext, flag: FlagName, enabled: boolean) =>
  switchFlag(database.connection.db, { venueId, unitId }, flag, enabled);
const listed = async (flags: Promise<ReadonlySet<string>>) => [...(await flags)];

test('flags are off by default and can be switched', async () => {
  const flags = embeddedFlags(database.connection.db);
  expect(flags.isSwitchable).toBe(true);
  expect(await listed(flags.flagsOn(rooftop))).toEqual([]);
  await turn(rooftop, 'general--turboshot', true);
  expect(await listed(flags.flagsOn(rooftop))).toEqual(['general--turboshot']);
});

describe('flag file', () => {
  test('a flag file distinguishes venues and units', async () => {
    await write({
      'general--double-order': forVenue('Rooftop Bar'),
      'general--inventory-management': onFor({
        if: [{ in: [{ var: 'targetingKey' }, ['1001', '1002']] }, 'on'],
      }),
    });
    const flags = await readerOfFile();
    expect(await listed(flags.flagsOn(rooftop))).toEqual(['general--double-order']);
    expect(await listed(flags.flagsOn({ ...rooftop, key: 'Other' }))).toEqual([]);
    expect(await listed(flags.flagsOn({ ...unit, key: 'Rooftop Bar' }))).toEqual([]);
    expect(await listed(flags.flagsOn(unit))).toEqual(['general--inventory-management']);
  });

  test('a flag is on when either of its two keys is on', async () => {
    await write({ 'native--1bpd': forVenue('Rooftop Bar') });
    const flags = await readerOfFile();
    expect(await listed(flags.flagsOn(rooftop))).toEqual(['general--multiple-bottles']);
    await turn(rooftop, 'general--multiple-bottles', false);
    expect(await listed(flags.flagsOn(rooftop))).toEqual([]);
  });

  test('a switch overrides the flag file, on and off', async () => {
    await write({
      'general--double-order': forVenue('Rooftop Bar'),
      'general--pax-shift4': forVenue('Rooftop Bar'),
    });
    const flags = await readerOfFile();
    await turn(rooftop, 'general--double-order', false);
    await turn(rooftop, 'general--turboshot', true);
    expect((await listed(flags.flagsOn(rooftop))).sort()).toEqual([
      'general--pax-shift4',
      'general--turboshot',
    ]);
  });

  test('a flag with a non-boolean value is off, with a single warning', async () => {
    await write({
      'general--turboshot': { ...onFor({}), variants: { on: 'yes', off: 'no' } },
      'general--double-order': forVenue('Rooftop Bar'),
    });
    const flags = await readerOfFile();
    expect(await listed(flags.flagsOn(rooftop))).toEqual(['general--double-order']);
    expect(await listed(flags.flagsOn(rooftop))).toEqual(['general--double-order']);
    expect(warnings).toEqual([
      expect.stringContaining('FLAGS_FILE does not tell whether general--turboshot'),
    ]);
  });

  test('reloads the flag file when it changes, and retains the last valid one when it is broken', async () => {
    await write({ 'general--turboshot': forVenue('Rooftop Bar') });
    const flags = await readerOfFile();
    expect(await listed(flags.flagsOn(rooftop))).toEqual(['general--turboshot']);

    await write({ 'general--double-order': forVenue('Rooftop Bar') });
    const reloaded = async () =>
      expect(await listed(flags.flagsOn(rooftop))).toEqual(['general--double-order']);
    await vi.waitFor(reloaded, 10_000);

    const warned = (text: string) => () => expect(warnings.at(-1)).toContain(text);
    await writeFile(path, '{"flags": {"general--double-order": ');
    await vi.waitFor(warned(`${path}, which is not in flagd's format`), 10_000);
    await reloaded();

    await rm(path);
    await vi.waitFor(warned('which is not there; the flags stay as they were.'), 10_000);
    await reloaded();

    await write({});
    await vi.waitFor(async () => expect(await listed(flags.flagsOn(rooftop))).toEqual([]), 10_000);
  });

  test.each([
    ['is not there', null, 'which is not there: correct it, or leave FLAGS_FILE out.'],
    ['is not JSON', '{', `which is not in flagd's format (Expected property name`],
    ['is another kind of JSON', '{}', `which is not in flagd's format: correct it`],
    ['has a mistake', '{"flags":{"a":{"state":"ON"}}}', `(/flags/a`],
  ])('a flag file that %s stops the start with one message', async (_name, text, message) => {
    if (text !== null) await writeFile(path, text);
    const problem = await openFile().catch((error: unknown) => error);
    expect(problem).toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining(message),
    });
    expect((problem as Error).message).toMatch(/^FLAGS_FILE names \/[^\n]+\.$/);
  });
});
