import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect } from '../../db/pool/connect.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { app, unit } from '../../server/testing/with-app.ts';
import { countOrders, sell, withASellingUnit } from '../../server/testing/stock.ts';
import { backUp, backUpAround, repack, restore } from '../testing/backups.ts';

const folder = withTestFolder();

withASellingUnit();

/** Sells continuously until stopped; returns the number of acknowledged orders. */
function sellAlong(sellers: number): { stop: () => Promise<void> } {
  const shop = { isOpen: true };
  const seller = async (): Promise<void> => {
    while (shop.isOpen) {
      const date = new Date().toISOString();
      const drinks = [{ drinkId: unit.cubaLibre, quantity: 2 }];
      expect((await sell({ unitNumber: unit.unitNumber, date, drinks })).status).toBe(201);
    }
  };
  const selling = Promise.all(Array.from({ length: sellers }, seller));
  return {
    stop: async () => {
      shop.isOpen = false;
      await selling;
    },
  };
}

test('a backup created while orders arrive is a consistent snapshot', async () => {
  const place = { dataDir: folder, target: { url: app.databaseUrl } };
  const client = sellAlong(6);
  await expect.poll(countOrders, { timeout: 20_000 }).toBeGreaterThan(20);
  const before = await countOrders();
  const made: Awaited<ReturnType<typeof backUp>>[] = [];
  for (const name of ['a', 'b', 'c']) made.push(await backUp(place, join(folder, name)));
  const after = await countOrders();
  await client.stop();
  expect(made.map(({ code, err }) => [code, err])).toEqual(
    Array.from({ length: 3 }, () => [0, '']),
  );

  for (const name of ['a', 'b', 'c']) {
    const { target, drop } = await createTestDatabase('none');
    const restored = { dataDir: join(folder, `of-${name}`), target };
    expect(await restore(restored, join(folder, name))).toMatchObject({ code: 0, err: '' });
    const connection = connect(target, { max: 1 });
    const { rows } = await connection.pool.query(`
      select
        (select count(*) from orders) as orders,
        (select sum(orders) from sales_rollups where grain = 'hour') as "ordersInRollups",
        (select sum(price_cents * quantity) from ordered_drinks) as cents,
        (select sum(price_cents) from sales_rollups where grain = 'month') as "centsInRollups",
        (select sum(quantity) from ordered_drinks) as drinks,
        (select sum(quantity) from drink_rollups where grain = 'day') as "drinksInRollups",
        (select count(*) from orders where not exists (
          select from ordered_drinks where order_id = orders.id
        )) as "ordersWithoutDrinks"
    `);
    await connection.close();
    const { orders, cents, drinks } = rows[0];
    expect(orders).toBeGreaterThanOrEqual(before);
    expect(orders).toBeLessThanOrEqual(after);
    expect(rows[0]).toEqual({
      orders,
      ordersInRollups: orders,
      cents,
      centsInRollups: cents,
      drinks,
      drinksInRollups: drinks,
      ordersWithoutDrinks: 0,
    });
    await drop();
  }
});

test('tables that are created and dropped while a backup begins are those of its moment', async () => {
  const file = join(folder, 'tables');
  await app.pool.query('create table zz_dropped (id int primary key)');
  const place = { dataDir: folder, target: { url: app.databaseUrl } };
  const made = await backUpAround(place, file, async () => {
    await app.pool.query('drop table zz_dropped');
    await app.pool.query('create table zz_created (id int primary key)');
  });
  expect(made).toMatchObject({ code: 0, err: '' });
  let names: string[] = [];
  await repack(file, `${file}.again`, (entries) => {
    const { tables } = JSON.parse(String(entries.get('contents.json')));
    names = tables.map(({ name }: { name: string }) => name);
  });
  expect(names).toContain('zz_created');
  expect(names).not.toContain('zz_dropped');
});
