/** Backups of a database whose sales are partitioned by month, or become it meanwhile. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../db/testing/database.ts';
import {
  app,
  database,
  folder,
  owner,
  run,
  sell,
  withSalesOfMonths,
} from '../testing/sales-of-months.ts';
import { backUp, backUpAround, everyRow, restore } from '../testing/backups.ts';

withSalesOfMonths();

test('sales are imported, reported and backed up, and a backup is restored into plain tables', async () => {
  await run('--yes');
  await sell('after');
  const before = await everyRow(database.target);
  const file = join(folder, 'backup.tar.gz');
  expect(await backUp({ dataDir: folder, target: database.target }, file)).toMatchObject({
    code: 0,
  });
  const other = await createTestDatabase('none');
  const place = { dataDir: join(folder, 'other'), target: other.target };
  expect(await restore(place, file)).toMatchObject({ code: 0, err: '' });
  const after = await everyRow(other.target);
  for (const table of ['orders', 'ordered_drinks', 'pours', 'order_receipts', 'sales_rollups']) {
    expect(after[table]?.toSorted()).toEqual(before[table]?.toSorted());
  }
  await other.drop();
});

test('a backup that begins before tables are exchanged or a month is detached can be restored, and lacks nothing', async () => {
  const { body } = await sell('2022-11');
  const path = `/api/orders/${body.id}/refund?drinkIndexes=0`;
  expect((await app.send('GET', path, { token: owner.token })).status).toBe(200);
  for (const [name, args] of [
    ['exchanged', ['--yes']],
    ['detached', ['--detach-before', '2023-01-01', '--yes']],
  ] as const) {
    const file = join(folder, `${name}.tar.gz`);
    const place = { dataDir: folder, target: database.target };
    const made = await backUpAround(place, file, async () =>
      expect(await run(...args)).toMatchObject({ code: 0, err: '' }),
    );
    expect(made).toMatchObject({ code: 0, err: '' });
    const { target, drop } = await createTestDatabase('none');
    const restored = { dataDir: join(folder, name), target };
    expect(await restore(restored, file)).toMatchObject({ code: 0, err: '' });
    const [original, copy] = [await everyRow(database.target), await everyRow(target)];
    for (const table of ['orders', 'ordered_drinks', 'pours', 'refunds']) {
      expect(copy[table]?.toSorted()).toEqual(original[table]?.toSorted());
    }
    await drop();
  }
});
