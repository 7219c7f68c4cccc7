/** A sale that the first unit of the demo sent with a price that it never had. */
import { hash } from 'node:crypto';
import { v7 } from 'uuid';
import { toDollars } from '../../lib/money.ts';
import type { Tx } from '../tables/tables.ts';
import type { SellingUnit } from './history.ts';

const hourMs = 3_600_000;

export async function insertRefusedSale(db: Tx, unit: SellingUnit, now: Date): Promise<void> {
  const [drink] = unit.drinks;
  if (!drink) return;
  const soldAt = new Date(now.getTime() - 3 * hourMs);
  const text = JSON.stringify({
    date: soldAt.toISOString(),
    drinks: [{ drinkId: drink.id, price: toDollars(drink.priceCents + 150) }],
  });
  await db
    .insertInto('refused_sales')
    .values({
      venue_id: unit.venueId,
      id: v7(),
      unit_id: unit.unitId,
      first_at: soldAt,
      last_at: soldAt,
      status: 400,
      field: 'drinks.0.price',
      message: 'This is not the price on the menu',
      body: text,
      body_hash: hash('sha256', text, 'buffer'),
    })
    .execute();
}
