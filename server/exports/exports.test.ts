/** Files of raw rows through HTTP, read back by DuckDB. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { unguard } from '../../lib/csv-cell.ts';
import { type ExportKind, exportKinds, rawColumns } from '../../rules/exports/raw-rows.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner } from '../testing/app.ts';
import { noon, refund, sell, withRefunds } from '../testing/refunds.ts';
import { alwaysOn } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

const range = `startDate=${noon.getTime() - 86_400_000}&endDate=${noon.getTime() + 86_400_000}`;
const pathOf = (kind: string, format: string, more = '', venueId = owner.venueId) =>
  `/api/exports/${kind}?venueId=${venueId}&${range}&format=${format}${more}`;

async function download(kind: ExportKind, format: string, more = ''): Promise<Buffer> {
  const response = await app.app.inject({
    method: 'GET',
    url: pathOf(kind, format, more),
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(response.statusCode, response.payload).toBe(200);
  return response.rawPayload;
}

const jsonRows = async (kind: ExportKind, more = ''): Promise<any[]> =>
  String(await download(kind, 'jsonl', more))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** A cell of a CSV file as JSON has it. */
function valueOf(cell: string, type: string) {
  if (cell === '') return type === 'text' ? '' : null;
  if (type === 'boolean') return cell === 'true';
  return type === 'whole' || type === 'number' ? Number(cell) : unguard(cell);
}

const duckTypes = {
  text: 'VARCHAR',
  whole: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP WITH TIME ZONE',
} as const;

describe('raw rows', () => {
  const folder = withTestFolder();
  beforeEach(() => {
    app.deps.flags = alwaysOn(flagNamed.inventoryManagement);
  });
  withRefunds();

  /** Columns and rows of a Parquet file, as DuckDB reads them. */
  async function readParquet(bytes: Buffer) {
    const file = join(folder, 'rows.parquet');
    await writeFile(file, bytes);
    const duck = await DuckDBInstance.create(':memory:');
    const connection = await duck.connect();
    await connection.run("set TimeZone = 'UTC'");
    const reader = await connection.runAndReadAll(`select * from read_parquet('${file}')`);
    const types = reader.columnTypes().map(String);
    const names = reader.columnNames();
    const rows = reader.getRowObjectsJson();
    connection.closeSync();
    duck.closeSync();
    return { columns: Object.fromEntries(names.map((name, nth) => [name, types[nth]])), rows };
  }

  /** A row of DuckDB as JSON Lines have it. */
  const plain = (kind: ExportKind, row: any) =>
    Object.fromEntries(
      Object.entries(rawColumns[kind]).map(([name, type]) => {
        const value = row[name];
        if (value === null) return [name, null];
        if (type === 'whole') return [name, Number(value)];
        if (type === 'time')
          return [name, new Date(`${value.replace(' ', 'T').replace('+00', '')}Z`).toISOString()];
        return [name, value];
      }),
    );

  test.each(exportKinds)(
    'ACCT-06: Parquet, CSV and JSON Lines of %s hold equal rows, with times in UTC and whole cents',
    async (kind) => {
      const pours = [
        { ingredientId: unit.rum, position: '1', ml: 44.25, ms: 1200, outcome: 'poured' },
      ];
      const { id } = await sell({ drinks: [{ drinkId: unit.cubaLibre, pours }] });
      await sell({ paymentReaderDeviceName: '=1+1, "Bar"', processingFee: 0.45 });
      expect((await refund(id, '0')).status).toBe(200);
      const refilled = await app.send('POST', `/api/units/${unit.unitNumber}/refills`, {
        token: owner.token,
        body: { refills: [{ key: kind, position: 1, ingredientId: unit.rum, ml: 500 }] },
      });
      expect(refilled.status, refilled.text).toBe(200);
      const json = await jsonRows(kind);
      expect(json.length).toBeGreaterThan(0);
      const [head, ...cells] = parse(await download(kind, 'csv'));
      const columns = Object.entries(rawColumns[kind]);
      expect(head).toEqual(columns.map(([name]) => name));
      // An empty cell is null or an empty text.
      const filled = (row: any) =>
        Object.fromEntries(
          columns.map(([name, type]) => [name, row[name] ?? (type === 'text' ? '' : null)]),
        );
      const fromCsv = cells.map((row: string[]) =>
        Object.fromEntries(
          columns.map(([name, type], nth) => [name, valueOf(row[nth] ?? '', type)]),
        ),
      );
      expect(fromCsv).toEqual(json.map(filled));
      const parquet = await readParquet(await download(kind, 'parquet'));
      expect(parquet.columns).toEqual(
        Object.fromEntries(columns.map(([name, type]) => [name, duckTypes[type]])),
      );
      expect(parquet.rows.map((row) => plain(kind, row))).toEqual(json);
      for (const [name, type] of columns)
        for (const row of json.filter((one) => one[name] !== null)) {
          if (type === 'time') expect(row[name]).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z$/);
          if (type === 'whole') expect(Number.isSafeInteger(row[name]), name).toBe(true);
        }
    },
  );

  test('payments are named by their last characters, never with the token of the card', async () => {
    await sell({ paymentId: '1234567:8048059917411119', cardLast4: '1119' });
    for (const format of ['csv', 'jsonl', 'parquet'] as const)
      expect(String(await download('sales', format))).not.toMatch(/80480599|1234567/);
    expect(await jsonRows('sales')).toContainEqual(
      expect.objectContaining({ payment_reference: '4567', card_last4: '1119' }),
    );
  });

  test('ACCT-07: no cell of the CSV files is a formula', async () => {
    await sell({ paymentReaderDeviceName: '=1+1' });
    for (const kind of exportKinds)
      for (const cell of parse(await download(kind, 'csv')).flat())
        if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  });

  test('a download that broke off continues after any sale', async () => {
    for (const minutes of [1, 2, 2, 3]) await sell({ date: noon.getTime() - minutes * 60_000 });
    for (const kind of ['sales', 'lines'] as const) {
      const all = await jsonRows(kind);
      const { sold_at: at, sale_id: id } = all[2];
      const rest = await jsonRows(kind, `&after=${at}_${id}`);
      const last = all.findLastIndex((row) => row.sale_id === id);
      expect(rest).toEqual(all.slice(last + 1));
    }
    const wrong = await app.send('GET', pathOf('sales', 'csv', '&after=yesterday'), {
      token: owner.token,
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.after).toMatch(/^Use sold_at and sale_id/);
  });

  test('is for those who export reports, in their venues', async () => {
    for (const [role, status] of [
      ['accountant', 200],
      ['manager', 200],
      ['bartender', 403],
    ] as const) {
      const { token } = await addPerson(app, owner, role);
      const path = pathOf('lines', 'csv');
      expect((await app.send('GET', path, { token })).status, role).toBe(status);
    }
    const other = await addOwner(app, 'Beach');
    const foreign = await app.send('GET', pathOf('lines', 'csv'), { token: other.token });
    expect(foreign.status).toBe(404);
  });
});
