import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Provider } from '@openfeature/server-sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FlagName } from '../../../contract/flags.ts';
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts';
import { withTestFolder } from '../../../db/testing/with-folder.ts';
import { embeddedFlags, openFlagFile } from './local.ts';
import { ofrepFlags } from './ofrep.ts';
import { type FlagContext, type FlagReader, unitFlags, venueFlags } from './port.ts';
import {
  type Received,
  startTestService,
  type TestResponse,
  type TestService,
} from '../../testing/services/providers.ts';
import { switchFlag } from '../../testing/stock.ts';

describe('local', () => {
  let database: TestDatabase;
  const folder = withTestFolder();
  let path: string;
  let warnings: string[];
  const opened: Provider[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
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
  afterAll(() => database.drop());

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
      await vi.waitFor(
        async () => expect(await listed(flags.flagsOn(rooftop))).toEqual([]),
        10_000,
      );
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
});

describe('ofrep', () => {
  const rooftop = venueFlags({ id: randomUUID(), name: 'Rooftop Bar' });
  const unit = unitFlags({ id: randomUUID(), venue_id: rooftop.id, unit_number: 1001 });
  const secondMs = 1000;

  let service: TestService;
  let flags: FlagReader;
  let warnings: string[];
  let nowMs: number;
  beforeEach(async () => {
    warnings = [];
    nowMs = 0;
    service = await startTestService(turboshotForRooftop);
    flags = readerOf(service.url);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await service.close();
  });

  const readerOf = (url: string, token: string | null = null) =>
    ofrepFlags({ url, token }, { warn: (text) => void warnings.push(text), now: () => nowMs });
  const keyOf = ({ path }: Received) => path.split('/').at(-1) ?? '';
  const contextOf = ({ body }: Received) => JSON.parse(body).context;
  const on = async (context = rooftop) => [...(await flags.flagsOn(context))];

  /** As documented in the protocol: a value, or 404 with FLAG_NOT_FOUND. */
  const turboshotForRooftop = (received: Received): TestResponse => {
    const key = keyOf(received);
    if (key !== 'general--turboshot') {
      return { status: 404, body: { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: 'no flag' } };
    }
    const value = contextOf(received).targetingKey === 'Rooftop Bar';
    return {
      body: { key, value, variant: String(value), reason: 'TARGETING_MATCH', metadata: {} },
    };
  };

  const nonsense: [string, () => TestResponse][] = [
    ['fails', () => ({ status: 500, body: { errorDetails: 'oops' } })],
    ['never answers', () => 'silence'],
    ['answers no JSON', () => ({ body: '<html>' })],
    ['answers a page', () => ({ headers: { 'content-type': 'text/html' }, body: '<html>' })],
    ['answers something else', () => ({ body: [] })],
    ['answers neither yes nor no', () => ({ body: { key: 'x', value: 'true' } })],
    ['does not let us in', () => ({ status: 401, body: '' })],
    ['has had enough', () => ({ status: 429, headers: { 'retry-after': '99999999' }, body: '' })],
  ];

  test('sends requests as specified by OFREP, and treats an unknown flag as off', async () => {
    flags = readerOf(`${service.url}/flags`, 'let me in');
    expect(flags.isSwitchable).toBe(false);
    expect(await on()).toEqual(['general--turboshot']);
    expect(await on(unit)).toEqual([]);
    expect(service.received[0]).toMatchObject({
      method: 'POST',
      path: expect.stringMatching(/^\/flags\/ofrep\/v1\/evaluate\/flags\/general--/),
      headers: { authorization: 'Bearer let me in' },
    });
    expect(contextOf(service.received[0] as Received)).toEqual({
      kind: 'venue',
      targetingKey: 'Rooftop Bar',
      id: rooftop.id,
      venueId: rooftop.id,
    });
    expect(new Set(service.received.map(keyOf))).toContain('native--1bpd');
    expect(warnings).toEqual([]);
  });

  test('sends no request before the first evaluation', () => {
    expect(service.received).toEqual([]);
  });

  test('caches a response for 30 seconds, separately for each venue and unit', async () => {
    await Promise.all([on(), on()]);
    const each = service.received.length;
    expect(new Set(service.received.map(keyOf)).size).toBe(each);
    nowMs = 29 * secondMs;
    await on();
    expect(service.received).toHaveLength(each);
    await on({ ...unit, key: rooftop.key });
    expect(service.received).toHaveLength(2 * each);
    nowMs = 30 * secondMs;
    service.response = () => ({ status: 404, body: { key: 'x', errorCode: 'FLAG_NOT_FOUND' } });
    expect(await on()).toEqual([]);
  });

  describe('failing flag service', () => {
    test.each(nonsense)(
      'a service that %s leaves flags without a cached response off',
      async (_name, response) => {
        service.response = response;
        expect(await on()).toEqual([]);
        expect(warnings).toEqual([
          expect.stringMatching(/^The flag service does not respond as expected \([^\n]+\): /),
        ]);
      },
    );

    test.each(nonsense)(
      'a service that %s leaves cached flags unchanged for five minutes',
      async (_name, response) => {
        await on();
        service.response = response;
        nowMs = 299 * secondMs;
        expect(await on()).toEqual(['general--turboshot']);
        nowMs = 330 * secondMs;
        expect(await on()).toEqual([]);
      },
    );

    test.each(nonsense)(
      'a service that %s gets no requests for a short pause, and then new ones',
      async (_name, response) => {
        service.response = response;
        await on();
        const received = service.received.length;
        nowMs = 4 * secondMs;
        await on();
        expect(service.received).toHaveLength(received);
        service.response = turboshotForRooftop;
        vi.useFakeTimers({ toFake: ['Date'] });
        vi.setSystemTime(Date.now() + 30 * secondMs);
        nowMs = 30 * secondMs;
        expect(await on()).toEqual(['general--turboshot']);
      },
    );

    test.each([
      ['refuses', () => ({ status: 401, body: '' }), 'status 401'],
      ['is silent', () => 'silence' as const, 'timeout'],
    ])('a service that %s is logged with the reason', async (_name, response, reason) => {
      service.response = response;
      await on();
      expect(warnings[0]).toContain(reason);
    });

    test('a service that is down leaves flags off, with one warning a minute', async () => {
      await service.close();
      for (nowMs of [0, 10, 59, 60, 70].map((seconds) => seconds * secondMs)) {
        expect(await on()).toEqual([]);
      }
      expect(warnings).toEqual(warnings.map(() => expect.stringContaining('ECONNREFUSED')));
      expect(warnings).toHaveLength(2);
    });

    test('an invalid value for one flag does not affect the others', async () => {
      service.response = (received) =>
        keyOf(received) === 'general--double-order'
          ? { body: { key: 'general--double-order', value: 1 } }
          : turboshotForRooftop(received);
      expect(await on()).toEqual(['general--turboshot']);
    });

    test('does not follow a redirect of the flag service', async () => {
      const elsewhere = await startTestService(turboshotForRooftop);
      service.response = ({ path }) => ({
        status: 307,
        headers: { location: `${elsewhere.url}${path}` },
        body: '',
      });
      expect(await on()).toEqual([]);
      expect(elsewhere.received).toEqual([]);
      await elsewhere.close();
    });
  });
});
