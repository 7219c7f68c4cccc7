import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { app, owner, withApp } from '../testing/with-app.ts';
import { createUnit } from '../testing/app.ts';

const sales = 3000;
const from = Date.UTC(2024, 2, 1);

withApp({ owner: 'Rooftop' });
beforeAll(async () => {
  const unit = await createUnit(app, owner);
  await sql`
    with sold as (
      insert into orders (
        venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents
      )
      select ${owner.venueId}, gen_random_uuid(), ${unit.id}, ${unit.unitNumber}, at, at, 'unit', 900, 80, 100
      from generate_series(0, ${sql.lit(sales - 1)}) as n,
        lateral (select ${new Date(from)}::timestamptz + n * interval '1 minute' as at) as times
      returning venue_id, id
    )
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents
    )
    select venue_id, id, 0, gen_random_uuid(), 'Cuba Libre', 1, 1, 900, 80, 100 from sold
  `.execute(app.db);
  await rebuildRollups(app.db);
});

/** Counts the turns of the event loop until it is stopped: in each, another request could have been served. */
function countTurns(): () => number {
  let turns = 0;
  let isStopped = false;
  const count = async () => {
    for (;;) {
      await nextTurn();
      if (isStopped) return;
      turns += 1;
    }
  };
  void count();
  return () => {
    isStopped = true;
    return turns;
  };
}

test('other requests are served while a large page of sales is written', async () => {
  const query = `venueId=${owner.venueId}&startDate=${from}&endDate=${from + sales * 60_000}`;
  const response = await app.app.inject({
    method: 'GET',
    url: `/api/orders/sales/report?${query}&pagination[size]=${sales}`,
    headers: { authorization: `Bearer ${owner.token}` },
    payloadAsStream: true,
  });
  expect(response.statusCode).toBe(200);
  let text = '';
  let stopCounting: (() => number) | undefined;
  for await (const chunk of response.stream()) {
    stopCounting ??= countTurns();
    text += String(chunk);
  }
  const turns = stopCounting?.();
  expect(JSON.parse(text).sales).toHaveLength(sales);
  // A turn for each hundred sales or so: not all at once, and not in a few large pieces.
  expect(turns).toBeGreaterThan(sales / 200);
});
