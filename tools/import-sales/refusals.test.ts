import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../server/shared/ids.ts';
import { addOwner, createUnit } from '../../server/testing/app.ts';
import { ImportTest } from '../testing/import.ts';

let here: ImportTest;

beforeAll(async () => {
  here = await ImportTest.start();
});
beforeEach(() => here.renewUnit());
afterAll(() => here.close());

describe('a file without sales', () => {
  test('accepts a file with columns but without sales', async () => {
    expect(await here.importFile('date,drink,money\r\n')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Sales: 0 stored, 0 already there, 0 rejected.'),
    });
  });

  test.each<[string, string | Buffer, RegExp]>([
    ['that is empty', '', /sales\.csv is empty\.$/],
    ['of empty lines', '\r\n\r\n', /is not a CSV file: its first line must be/],
    ['of bytes that are no text', Buffer.from([0, 1, 2, 200, 13, 10, 34, 7]), /is not a CSV file/],
    ['with a first line that is broken', 'date,"drink\n1,2', /is not a CSV file/],
    [
      'with columns that say nothing',
      'a,b,c\n1,2,3\n',
      /^No column for soldAt was found.*a, b, c\.$/,
    ],
  ])('rejects a file %s', async (_, content, message) => {
    const { code, out, err } = await here.importFile(content);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trimEnd()).toMatch(message);
    expect(err.trimEnd()).not.toContain('\n');
    expect(existsSync(here.path('sales.rejects.csv'))).toBe(false);
  });
});

test('rejects a named pipe, and does not wait for a writer', async () => {
  await promisify(execFile)('mkfifo', [here.path('pipe.csv')]);
  expect(await here.run(['pipe.csv', ...here.into()])).toMatchObject({
    code: 1,
    err: expect.stringContaining('pipe.csv is not a file.'),
  });
});

describe('invalid arguments', () => {
  const content = 'date,drink,money\n3/31/2024,Latte,1\n';
  const changed = (name: string, value: string) => {
    const args = here.into();
    return args.with(args.indexOf(name) + 1, value);
  };

  test.each<[string, () => string[], RegExp]>([
    ['no file', () => here.into(), /^Name the file to import: npm run import-sales/],
    ['two files', () => ['sales.csv', 'b.csv', ...here.into()], /^"b\.csv" is one too many/],
    [
      'a file that is not there',
      () => ['no.csv', ...here.into()],
      /^There is no file .*no\.csv\.$/,
    ],
    ['a folder', () => ['.', ...here.into()], /is not a file\.$/],
    [
      'no venue',
      () => ['sales.csv', ...here.into().slice(2)],
      /^--venue is missing: say for example/,
    ],
    ['no unit', () => ['sales.csv', ...here.into().toSpliced(2, 2)], /^--unit is missing/],
    ['no timezone', () => ['sales.csv', ...here.into().slice(0, 4)], /^--timezone is missing/],
    [
      'another venue',
      () => ['sales.csv', ...changed('--venue', 'Roof')],
      /^There is no venue "Roof"; there is Rooftop Bar\.$/,
    ],
    [
      'a unit that is no number',
      () => ['sales.csv', ...changed('--unit', 'bar')],
      /^--unit is "bar", but must be the number of a unit/,
    ],
    [
      'a unit that is not there',
      () => ['sales.csv', ...changed('--unit', '7')],
      /^Rooftop Bar has no unit 7; it has \d+/,
    ],
    [
      'a timezone',
      () => ['sales.csv', ...changed('--timezone', 'Mars')],
      /^--timezone is "Mars", which is no time zone: use EST, CST, MST, PST or/,
    ],
    [
      'an offset for a timezone',
      () => ['sales.csv', ...changed('--timezone', '+05:00')],
      /^--timezone is "\+05:00", which is no time zone/,
    ],
    [
      'a column that is not there',
      () => ['sales.csv', ...here.into(), '--map', 'tax=VAT'],
      /^There is no column "VAT"; the columns are date, drink, money\.$/,
    ],
    [
      'a field that is not there',
      () => ['sales.csv', ...here.into(), '--map', 'color=date'],
      /^"color=date" is not field=Column/,
    ],
    [
      'an option that is not there',
      () => ['sales.csv', ...here.into(), '--dry'],
      /^Unknown option '--dry'/,
    ],
  ])('rejects %s with a message and stores nothing', async (_, args, message) => {
    await writeFile(here.path('sales.csv'), content);
    const { code, out, err } = await here.run(args());
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trimEnd()).toMatch(message);
    expect(err.trimEnd()).not.toContain('\n');
    expect(await here.sold()).toEqual([]);
  });

  test('rejects an ambiguous venue name and lists the ids', async () => {
    const other = await addOwner(here.app, 'Skyline');
    const id = newId(new Date());
    await here.app.db
      .insertInto('venues')
      .values({ id, owner_id: other.userId, name: 'Rooftop Bar' })
      .execute();
    try {
      const { code, err } = await here.importFile(content);
      expect(code).toBe(1);
      expect(err).toContain('2 venues are called "Rooftop Bar": say which by its id');
      expect(err).toContain(`${here.owner.venueId} (of Rooftop)`);
      expect(err).toContain(`${id} (of Skyline)`);
    } finally {
      await here.app.db.deleteFrom('venues').where('id', '=', id).execute();
    }
  });

  test("rejects another venue's unit", async () => {
    const other = await addOwner(here.app, 'Cellar');
    const theirs = await createUnit(here.app, other);
    const { code, err } = await here.importFile(content, '--unit', String(theirs.unitNumber));
    expect(code).toBe(1);
    expect(err).toContain(`has no unit ${String(theirs.unitNumber)};`);
  });

  test('rejects a database that is unavailable', async () => {
    await writeFile(here.path('sales.csv'), content);
    const environment = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' };
    const { code, err } = await here.run(['sales.csv', ...here.into()], { environment });
    expect(code).toBe(1);
    expect(err).toMatch(/^The database at 127\.0\.0\.1:1\/none cannot be reached/);
    expect(err).not.toContain('secret');
  });

  test('rejects a data folder without a database', async () => {
    await writeFile(here.path('sales.csv'), content);
    await mkdir(here.path('bare'), { recursive: true });
    const environment = { DATA_DIR: here.path('bare') };
    const { code, err } = await here.run(['sales.csv', ...here.into()], { environment });
    expect(code).toBe(1);
    expect(err).toMatch(/^There is no database in .*bare yet: start Barback once with npm start/);
  });
});
