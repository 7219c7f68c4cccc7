import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { isPartitioned } from '../../db/testing/database.ts';
import { findFileColumns } from '../../rules/imports/import-columns.ts';
import { importMessages } from '../../rules/imports/import-messages.ts';
import { newId } from '../shared/ids.ts';
import type { CsvLine } from './file/csv-file.ts';
import { importSales, occurrenceCounter, type Unstored } from './import-sales.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

describe('import sales', () => {
  let unit: TestUnit;

  withApp({ owner: 'Rooftop' });
  beforeEach(async () => {
    unit = await createUnit(app, owner);
  });

  const header = ['Date', 'Drink', 'Amount', 'Qty', 'Tax', 'Tips', 'Fee', 'Reader', 'Unit #'];
  const plain = ['2024-03-01 10:15', 'Latte', '38.70', '', '', '', '', '', ''];
  const withCells = (changes: Record<number, string>): string[] =>
    plain.map((cell, index) => changes[index] ?? cell);

  async function importRows(rows: readonly string[][], broken: string | null = null) {
    const unstored: Unstored[] = [];
    const progress: number[] = [];
    async function* parts(): AsyncGenerator<{ lines: CsvLine[] }> {
      for (let at = 0; at < rows.length; at += 300) {
        const some = rows.slice(at, at + 300);
        yield { lines: some.map((cells, index) => ({ line: at + index + 2, cells, broken })) };
      }
    }
    const counts = await importSales(
      { ...app.deps, db: app.db },
      {
        id: newId(new Date()),
        place: { venueId: owner.venueId, unitId: unit.id, unitNumber: unit.unitNumber },
        format: {
          width: header.length,
          file: findFileColumns(header),
          timezone: 'America/New_York',
          dates: null,
          decimalSign: null,
          states: {},
          negative: null,
        },
        parts: parts(),
        onUnstored: async (some) => void unstored.push(...some),
        onProgress: ({ stored, alreadyThere }) => void progress.push(stored + alreadyThere),
      },
    );
    return {
      ...counts,
      progress,
      reasons: unstored.map(({ line, reason }) => [line.line, reason]),
    };
  }

  /** One sale a minute of five drinks, including identical lines. */
  const manyRows = (count: number): string[][] =>
    Array.from({ length: count }, (_, index) => {
      const minute = Math.floor(index / 3);
      const soldAt = new Date(Date.UTC(2024, 1, 29, 20, minute)).toISOString();
      return withCells({
        0: soldAt,
        1: `Drink ${String(minute % 5)}`,
        2: `${String(minute % 9)}.25`,
      });
    });

  const ordersOf = (unitId: string) =>
    app.db
      .selectFrom('orders')
      .selectAll()
      .where('unit_id', '=', unitId)
      .orderBy('sold_at')
      .execute();

  async function rollups() {
    const { rows: sales } = await sql`
    select * from sales_rollups order by venue_id, grain, bucket, unit_id
  `.execute(app.db);
    const { rows: drinks } = await sql`
    select * from drink_rollups order by venue_id, grain, bucket, unit_id, name
  `.execute(app.db);
    return { sales, drinks };
  }

  async function expectRollupsToMatch(): Promise<void> {
    const kept = await rollups();
    expect(kept.sales.length).toBeGreaterThan(0);
    await rebuildRollups(app.db);
    expect(kept).toEqual(await rollups());
  }

  describe('imported line', () => {
    test("a line becomes a sale of one drink at the file's price", async () => {
      const line = ['3/1/2024 22:15', 'Gin Tonic', '25', '2', '2.22', '4', '0.66', 'Bar', ''];
      expect(await importRows([line])).toMatchObject({ stored: 1, amountCents: 2500 });
      const [order] = await ordersOf(unit.id);
      expect(order).toMatchObject({
        venue_id: owner.venueId,
        unit_number: unit.unitNumber,
        sold_at: new Date('2024-03-01T22:15:00-05:00'),
        entered_by: 'import',
        price_cents: 2500,
        tax_cents: 222,
        tip_cents: 400,
        fee_cents: 66,
        duration_ms: null,
        payment_reader_device_name: 'Bar',
      });
      const receipt = await app.db
        .selectFrom('order_receipts')
        .select(['idempotency_key', 'body_hash'])
        .where('order_id', '=', order?.id ?? '')
        .executeTakeFirstOrThrow();
      expect(receipt.idempotency_key).toBe(`import:${receipt.body_hash.toString('base64')}`);
      const drinks = await app.db
        .selectFrom('ordered_drinks')
        .selectAll()
        .where('order_id', '=', order?.id ?? '')
        .execute();
      expect(drinks).toMatchObject([
        {
          name: 'Gin Tonic',
          quantity: 2,
          success_quantity: 2,
          price_cents: 1250,
          list_price_cents: 1250,
          serving_ml: [],
          snapshot: true,
          tax_cents: 222,
          tip_cents: 400,
          fee_cents: 66,
          ingredient_ids: [],
          drink_id: null,
        },
      ]);
    });

    test('an imported sale has an id that sorts by the time of the sale', async () => {
      await importRows([
        withCells({ 0: '2024-03-03 10:00' }),
        withCells({ 0: '2024-03-01 10:00' }),
        withCells({ 0: '2024-03-02 10:00' }),
      ]);
      const ids = (await ordersOf(unit.id)).map(({ id }) => id);
      expect(ids).toHaveLength(3);
      expect(ids).toEqual([...ids].sort());
    });

    test('an import deducts no stock', async () => {
      const stock = () =>
        app.db
          .selectFrom('unit_positions')
          .innerJoin('unit_inventory', 'unit_inventory.unit_id', 'unit_positions.unit_id')
          .whereRef('unit_inventory.venue_id', '=', 'unit_positions.venue_id')
          .select(['position', 'remaining_ml', 'servings_sold'])
          .where('unit_positions.unit_id', '=', unit.id)
          .execute();
      const before = await stock();
      await importRows([withCells({ 1: 'Cuba Libre' }), withCells({ 1: 'Rum' })]);
      expect(before.length).toBeGreaterThan(0);
      expect(await stock()).toEqual(before);
    });

    test('rejects an invalid line with its number and the reason, and stores the others', async () => {
      const rejected = await importRows([
        plain,
        withCells({ 1: '' }),
        plain.slice(1),
        [...plain, ''],
        withCells({ 1: 'Caf\uFFFD' }),
        withCells({ 8: '99' }),
        withCells({ 8: String(unit.unitNumber) }),
      ]);
      expect(rejected).toMatchObject({ stored: 2, rejected: 5 });
      expect(rejected.reasons).toEqual([
        [3, 'drink name is missing'],
        [4, importMessages.otherColumnCount(8, 9)],
        [5, importMessages.otherColumnCount(10, 9)],
        [6, importMessages.notUtf8],
        [7, importMessages.otherUnit(99, unit.unitNumber)],
      ]);
    });

    test('rejects a line that the CSV reader could not parse, with its reason', async () => {
      const { stored, reasons } = await importRows([['"1,2']], importMessages.badQuotes);
      expect(stored).toBe(0);
      expect(reasons).toEqual([[2, importMessages.badQuotes]]);
    });
  });

  describe('repeated import', () => {
    test('a repeated import adds neither sales nor rollups', async () => {
      const rows = manyRows(1_201);
      expect(await importRows(rows)).toMatchObject({ stored: 1_201, alreadyThere: 0 });
      const before = { orders: await ordersOf(unit.id), rollups: await rollups() };
      expect(await importRows(rows)).toMatchObject({
        stored: 0,
        alreadyThere: 1_201,
        amountCents: 0,
      });
      expect({ orders: await ordersOf(unit.id), rollups: await rollups() }).toEqual(before);
      await expectRollupsToMatch();
    });

    test.skipIf(isPartitioned)(
      'sales that an earlier release imported, without receipts, are not imported again',
      async () => {
        expect(await importRows([plain, plain])).toMatchObject({ stored: 2 });
        await app.db.deleteFrom('order_receipts').execute();
        expect(await importRows([plain, plain])).toMatchObject({ stored: 0, alreadyThere: 2 });
        expect(await ordersOf(unit.id)).toHaveLength(2);
      },
    );

    test('a longer file adds only its new lines, and identical lines are separate sales', async () => {
      expect(await importRows([plain, plain])).toMatchObject({ stored: 2 });
      const longer = [plain, plain, plain, withCells({ 1: 'Mocha' })];
      expect(await importRows(longer)).toMatchObject({ stored: 2, alreadyThere: 2 });
      expect(await ordersOf(unit.id)).toHaveLength(4);
      await expectRollupsToMatch();
    });

    test('a repeated import adds lines that were rejected before and are now corrected', async () => {
      expect(await importRows([plain, withCells({ 1: '' })])).toMatchObject({ stored: 1 });
      expect(await importRows([plain, withCells({ 1: 'Mocha' })])).toMatchObject({
        stored: 1,
        alreadyThere: 1,
        rejected: 0,
      });
    });

    test('the same file can be imported into another unit', async () => {
      await importRows([plain]);
      const first = unit;
      unit = await createUnit(app, owner);
      expect(await importRows([plain])).toMatchObject({ stored: 1 });
      expect(await ordersOf(first.id)).toHaveLength(1);
    });
  });

  describe('concurrent import', () => {
    test('two concurrent imports of one file store each sale once', async () => {
      const rows = manyRows(2_100);
      const [one, two] = await Promise.all([importRows(rows), importRows(rows)]);
      expect(one.stored + two.stored).toBe(2_100);
      expect(one.alreadyThere + two.alreadyThere).toBe(2_100);
      expect(await ordersOf(unit.id)).toHaveLength(2_100);
      await expectRollupsToMatch();
    });

    test('a unit continues to sell during an import, and the rollups stay correct', async () => {
      const sell = () =>
        app.send('POST', '/api/orders', {
          token: unit.key,
          body: { date: '2024-02-29T20:30:00Z', drinks: [{ drinkId: unit.cubaLibre }] },
        });
      const [counts, ...responses] = await Promise.all([
        importRows(manyRows(1_500)),
        ...Array.from({ length: 12 }, sell),
      ]);
      expect(counts.stored).toBe(1_500);
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
      expect(await ordersOf(unit.id)).toHaveLength(1_512);
      await expectRollupsToMatch();
    });
  });

  test('an import reports its progress in steps', async () => {
    const { progress } = await importRows(manyRows(1_201));
    expect(progress).toEqual([500, 1_000, 1_201]);
  });

  test('a batch is stored all or nothing', async () => {
    const tooDear = `${String(unit.unitNumber)}-too-dear`;
    await sql`
    alter table drink_rollups add constraint refused check (name <> ${sql.lit(tooDear)})
  `.execute(app.db);
    const rows = manyRows(700);
    try {
      await expect(importRows(rows.with(600, withCells({ 1: tooDear })))).rejects.toThrow(
        'refused',
      );
    } finally {
      await sql`alter table drink_rollups drop constraint refused`.execute(app.db);
    }
    expect(await ordersOf(unit.id)).toHaveLength(500);
    await expectRollupsToMatch();
  });

  test('an import into a unit deleted meanwhile stores no more sales', async () => {
    await app.db
      .updateTable('units')
      .set({ deleted_at: new Date() })
      .where('id', '=', unit.id)
      .execute();
    await expect(importRows([plain])).rejects.toMatchObject({ status: 404 });
    expect(await ordersOf(unit.id)).toEqual([]);
  });
});

describe('import occurrences', () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();

  test('numbers each line by the count of earlier identical lines', () => {
    const before = occurrenceCounter();
    const lines = ['latte', 'mocha', 'latte', 'latte', 'mocha', 'tea'];
    expect(lines.map((line) => before(hashOf(line)))).toEqual([0, 0, 1, 2, 1, 0]);
  });

  test('counts two files separately', () => {
    expect(occurrenceCounter()(hashOf('latte'))).toBe(0);
    expect(occurrenceCounter()(hashOf('latte'))).toBe(0);
  });

  test('fifty thousand different lines are all new at first, and all known afterwards', () => {
    const before = occurrenceCounter();
    const hashes = Array.from({ length: 50_000 }, (_, index) => hashOf(String(index)));
    expect(hashes.every((hash) => before(hash) === 0)).toBe(true);
    expect(hashes.every((hash) => before(hash) === 1)).toBe(true);
  });

  test('handles a hash that begins with zeros', () => {
    const before = occurrenceCounter();
    const zeros = Buffer.alloc(32);
    expect([before(zeros), before(hashOf('latte')), before(zeros)]).toEqual([0, 0, 1]);
  });
});
