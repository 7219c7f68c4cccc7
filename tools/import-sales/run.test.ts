import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unguard } from '../../lib/csv-cell.ts';
import { ImportTest } from '../testing/import.ts';

let here: ImportTest;

beforeAll(async () => {
  here = await ImportTest.start();
});
beforeEach(() => here.renewUnit());
afterAll(() => here.close());

const rejectsPath = () => here.path('sales.rejects.csv');
const readRejects = async (): Promise<string[][]> =>
  parse(await readFile(rejectsPath(), 'utf8'), { bom: true, relax_column_count: true });

const longName = 'x'.repeat(10_000);
const awkward = [
  '\uFEFFsold at,drink,money,qty,note',
  '3/1/2024 10:15,"Gin, ""dry"" \u{1F378}",$12.50,,"two\r\nlines"',
  '3/1/2024 10:15,Latte,3.87,,',
  '3/1/2024 10:15,Latte,3.87,,',
  '3/1/2024 10:16,,3.87,,',
  '2/30/2024 10:15,Latte,3.87,,',
  '3/1/2024 10:17,Latte,-3.87,,',
  '3/1/2024 10:18,=cmd|calc,3.87,,',
  `3/1/2024 10:19,${longName},3.87,,`,
  '3/10/2024 02:30,Lost hour,1,,',
  '11/3/2024 01:30,Hour that comes twice,1,,',
  '3/1/2024 10:20,Latte,10,3,',
  '3/1/2024 10:21,Water,0,,',
  '3/1/2024 10:22,6" sub,3,,',
  '3/1/2024 10:23,Latte,3.87',
  '',
  '3/1/2024 10:24,Last one,"1,234.50",2,',
].join('\r\n');

describe('a file with all kinds of errors', () => {
  test('imports the valid lines to the end and reports the others by line and reason', async () => {
    const { code, out, err } = await here.importFile(awkward);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Sales: 8 stored, 0 already there, 7 rejected.');
    expect(out).toContain('Total amount stored: $1,260.61, before tax and tips.');
    expect(out).toContain(rejectsPath());
    expect(await here.sold()).toEqual([
      ['2024-03-01T15:15:00.000Z', 'Gin, "dry" \u{1F378}', 1, 1250],
      ['2024-03-01T15:15:00.000Z', 'Latte', 1, 387],
      ['2024-03-01T15:15:00.000Z', 'Latte', 1, 387],
      ['2024-03-01T15:18:00.000Z', '=cmd|calc', 1, 387],
      ['2024-03-01T15:21:00.000Z', 'Water', 1, 0],
      ['2024-03-01T15:24:00.000Z', 'Last one', 2, 61_725],
      ['2024-03-10T07:30:00.000Z', 'Lost hour', 1, 100],
      ['2024-11-03T05:30:00.000Z', 'Hour that comes twice', 1, 100],
    ]);
    expect(await readRejects()).toEqual([
      ['line', 'reason', 'sold at', 'drink', 'money', 'qty', 'note'],
      ['6', 'drink name is missing', '3/1/2024 10:16', '', '3.87', '', ''],
      ['7', 'date is not a date', '2/30/2024 10:15', 'Latte', '3.87', '', ''],
      ['8', 'amount is negative', '3/1/2024 10:17', 'Latte', "'-3.87", '', ''],
      [
        '10',
        'drink name is longer than 200 characters',
        '3/1/2024 10:19',
        longName,
        '3.87',
        '',
        '',
      ],
      [
        '13',
        'amount cannot be divided evenly by the quantity',
        '3/1/2024 10:20',
        'Latte',
        '10',
        '3',
        '',
      ],
      ['15', 'quotation marks do not match', '3/1/2024 10:22,6" sub,3,,'],
      ['16', 'number of columns is 3 instead of 5', '3/1/2024 10:23', 'Latte', '3.87'],
    ]);
  });

  test('importing the same file again adds nothing', async () => {
    await here.importFile(awkward);
    const before = await here.sold();
    const { code, out } = await here.importFile(awkward);
    expect(code).toBe(0);
    expect(out).toContain('Sales: 0 stored, 8 already there, 7 rejected.');
    expect(out).toContain('Total amount stored: $0.00');
    expect(await here.sold()).toEqual(before);
  });

  test('keeps formulas out of the rejects file and the cells readable', async () => {
    await here.importFile('date,drink,money\n3/31/2024,=1+1,x\n');
    const [, line] = await readRejects();
    expect(line?.[3]).toBe("'=1+1");
    expect(line?.slice(2).map(unguard)).toEqual(['3/31/2024', '=1+1', 'x']);
  });
});

describe('rejects file', () => {
  test('is not created without rejected lines, and the previous one is deleted', async () => {
    await here.importFile('date,drink,money\n3/31/2024,,1\n');
    expect(existsSync(rejectsPath())).toBe(true);
    const { out } = await here.importFile('date,drink,money\n3/31/2024,Latte,1\n');
    expect(existsSync(rejectsPath())).toBe(false);
    expect(out).not.toContain('rejects.csv');
  });

  test('writes the rejects file to the path of --rejects', async () => {
    const { out } = await here.importFile(
      'date,drink,money\n3/31/2024,,1\n',
      '--rejects',
      'bad.csv',
    );
    expect(out).toContain(here.path('bad.csv'));
    expect(await readFile(here.path('bad.csv'), 'utf8')).toBe(
      '\ufeffline,reason,date,drink,money\r\n2,drink name is missing,3/31/2024,,1\r\n',
    );
    expect(existsSync(rejectsPath())).toBe(false);
  });

  test('never overwrites a file that is not a rejects file', async () => {
    await writeFile(here.path('books.csv'), 'my books');
    const response = await here.importFile(
      'date,drink,money\n3/31/2024,,1\n',
      '--rejects',
      'books.csv',
    );
    expect(response).toMatchObject({
      code: 1,
      err: expect.stringContaining('another file is there'),
    });
    expect(await readFile(here.path('books.csv'), 'utf8')).toBe('my books');
    expect(await here.sold()).toEqual([]);
  });

  test('the rejects path must not be the imported file or in a missing folder', async () => {
    const content = 'line,reason,date,drink,money\n2,x,3/31/2024,,1\n';
    const same = await here.importFile(content, '--rejects', './sales.csv');
    expect(same).toMatchObject({
      code: 1,
      err: '--rejects is the file to import: name another one.\n',
    });
    const nowhere = await here.importFile(content, '--rejects', 'no/such/place.csv');
    expect(nowhere.code).toBe(1);
    expect(nowhere.err).toMatch(/^The rejected lines cannot be written to .*place\.csv/);
    expect(await readFile(here.path('sales.csv'), 'utf8')).toBe(content);
  });
});

describe('column mapping', () => {
  test('maps columns of other names with --map', async () => {
    const { out } = await here.importFile(
      'Wann,Was,Wieviel\n2024-03-01 10:15,Latte,3.87\n',
      '--map=soldAt=Wann',
      '--map=drinkName=Was',
      '--map=amount=Wieviel',
    );
    expect(out).toContain('Sales: 1 stored');
  });

  test('EST means New York, also in summer', async () => {
    await writeFile(here.path('sales.csv'), 'date,drink,money\n7/31/2024 10:00,Latte,1\n');
    const args = ['--venue', here.owner.venueId, '--unit', String(here.unit.unitNumber)];
    expect(await here.run(['sales.csv', ...args, '--timezone', 'est'])).toMatchObject({ code: 0 });
    expect(await here.sold()).toEqual([['2024-07-31T14:00:00.000Z', 'Latte', 1, 100]]);
  });
});
