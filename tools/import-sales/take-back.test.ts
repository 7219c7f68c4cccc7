import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { sumSales } from '../../server/sums/sum-sales.ts';
import { ImportTest } from '../testing/import.ts';

let here: ImportTest;

beforeAll(async () => {
  here = await ImportTest.start();
});
beforeEach(() => here.renewUnit());
afterAll(() => here.close());

const header = 'Sold at,Drink,Amount,Qty,Tax,Tips\n';
const line = (time: string, drink = 'Latte', amount = '10.00', quantity = 1) =>
  `2024-03-${time},${drink},${amount},${quantity},0.90,1.00\n`;

const importIdIn = (out: string): string => /--take-back (\S+)/.exec(out)?.[1] ?? '';
const takeBack = (id: string) => here.run(['--venue', 'Rooftop Bar', '--take-back', id]);

async function rollups() {
  const sales = await here.app.db
    .selectFrom('sales_rollups')
    .selectAll()
    .where('unit_id', '=', here.unit.id)
    .where('orders', '<>', 0)
    .orderBy('bucket')
    .orderBy('grain')
    .execute();
  const drinks = await here.app.db
    .selectFrom('drink_rollups')
    .selectAll()
    .where('unit_id', '=', here.unit.id)
    .where('quantity', '<>', 0)
    .orderBy('bucket')
    .orderBy('grain')
    .orderBy('name')
    .execute();
  return { sales, drinks };
}

const sums = async () => {
  await sumSales({ db: here.app.db });
  const { rows } = await sql<{ name: string; glasses: number; refunded: number }>`
    select name, sum(glasses)::int as glasses, sum(refunded_glasses)::int as refunded from drink_sums
    where unit_id = ${here.unit.id} and grain = 'day' group by name order by name
  `.execute(here.app.db);
  return rows;
};

describe('taking an import back', () => {
  test('removes its sales from the books and leaves all others', async () => {
    await here.importFile(header + line('01 20:00') + line('02 20:00'));
    const before = { sold: await here.sold(), rollups: await rollups(), sums: await sums() };
    const { out } = await here.importFile(
      header + line('01 20:00') + line('05 21:00', 'Mocha') + line('05 21:00', 'Mocha'),
    );
    expect(out).toContain('Sales: 2 stored, 1 already there');
    expect(await here.sold()).toHaveLength(4);
    expect(await sums()).toHaveLength(2);

    const back = await takeBack(importIdIn(out));
    expect(back).toMatchObject({ code: 0, err: '', out: 'Sales taken back: 2.\n' });
    expect({ sold: await here.sold(), rollups: await rollups(), sums: await sums() }).toEqual(
      before,
    );
    const kept = await rollups();
    await rebuildRollups(here.app.db);
    expect(await rollups()).toEqual(kept);
  });

  test('its lines can be imported again', async () => {
    const content = header + line('06 20:00') + line('06 20:00');
    const first = await here.importFile(content);
    await takeBack(importIdIn(first.out));
    expect(await here.sold()).toEqual([]);
    expect((await here.importFile(content)).out).toContain('Sales: 2 stored, 0 already there');
  });

  test('undoes the refunds that it brought, of sales that stay', async () => {
    await here.importFile(header + line('07 20:00', 'Mule', '20.00', 2));
    const before = await rollups();
    const refund = line('07 21:00', 'Mule', '-10.00', -1);
    const { out } = await here.importFile(
      header + line('07 20:00', 'Mule', '20.00', 2) + refund + line('08 20:00'),
      '--below-zero',
      'refunds',
    );
    expect(out).toContain('Total amount stored: $0.00');
    expect(await rollups()).not.toEqual(before);
    expect(await sums()).toContainEqual({ name: 'Mule', glasses: 2, refunded: 1 });
    const again = await here.importFile(header + refund, '--below-zero', 'refunds');
    expect(again.out).toContain('Sales: 0 stored, 1 already there');
    await takeBack(importIdIn(out));
    expect(await rollups()).toEqual(before);
    expect(await sums()).toEqual([{ name: 'Mule', glasses: 2, refunded: 0 }]);
  });

  test('leaves a sale that was refunded here since', async () => {
    const { out } = await here.importFile(header + line('09 20:00') + line('09 21:00'));
    const order = await here.app.db
      .selectFrom('orders')
      .select('id')
      .where('unit_id', '=', here.unit.id)
      .orderBy('sold_at')
      .executeTakeFirstOrThrow();
    const refunded = await here.app.send('GET', `/api/orders/${order.id}/refund?drinkIndexes=0`, {
      token: here.owner.token,
    });
    expect(refunded.status).toBe(200);
    const back = await takeBack(importIdIn(out));
    expect(back.out).toBe('Sales taken back: 1. 1 stay: they were refunded since.\n');
    expect(await here.sold()).toHaveLength(1);
  });

  test('is refused for one that is taken back, unknown or of another venue', async () => {
    const { out } = await here.importFile(header + line('10 20:00'));
    const id = importIdIn(out);
    await takeBack(id);
    expect(await takeBack(id)).toMatchObject({
      code: 1,
      err: 'The import is at work, or taken back already.\n',
    });
    const other = '0190aaaa-0000-7000-8000-000000000001';
    expect(await takeBack(other)).toMatchObject({
      code: 1,
      err: `Rooftop Bar has no import ${other}.\n`,
    });
    expect(await takeBack('x')).toMatchObject({ code: 1, err: expect.stringContaining('"x"') });
  });
});

test('sales of the unit itself, and the same sales in another file, are not imported twice', async () => {
  await here.importFile(header + line('11 20:00') + line('11 20:00'));
  const other = 'When,Product,Price\n03/11/2024 20:00,Latte,10.00\n03/11/2024 20:00,Latte,10.00\n';
  const third = '03/11/2024 20:00,Latte,10.00\n03/31/2024 20:00,Latte,10.00\n';
  const { out } = await here.importFile(other + third, '--map', 'soldAt=When');
  expect(out).toContain('Sales: 2 stored, 2 already there');
  expect(await here.sold()).toHaveLength(4);
});
