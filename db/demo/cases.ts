/** Cases of the failed drinks of the demo, settled but for those of the last two days. */
import type { Insertable } from 'kysely';
import { inBatches } from '../../lib/lists.ts';
import { causeOf, owedCents } from '../../rules/cases/cases.ts';
import type { PourCasesTable } from '../tables/orders.ts';
import type { Tx } from '../tables/tables.ts';
import { type DemoSale, notRefunded } from './history.ts';

const hourMs = 3_600_000;
const eveningMs = 24 * hourMs;
const openForMs = 2 * eveningMs;

type CaseRow = Insertable<PourCasesTable>;

/**
 * Blocks a position in the busiest half hour of the last evening: what was sold of it then was not poured.
 * @param sales of one unit, oldest first
 */
export function blockPosition(sales: readonly DemoSale[], now: Date): void {
  const recent = sales.filter(({ order }) => timeOf(order.sold_at) > now.getTime() - eveningMs);
  const counts = recent.map(({ order }) => {
    const ms = timeOf(order.sold_at);
    const until = ms + hourMs / 2;
    return recent.filter((other) => within(timeOf(other.order.sold_at), ms, until)).length;
  });
  const startMs = timeOf(recent[counts.indexOf(Math.max(...counts))]?.order.sold_at ?? now);
  const half = recent.filter(({ order }) =>
    within(timeOf(order.sold_at), startMs, startMs + hourMs / 2),
  );
  const bases = half.flatMap(({ drinks }) =>
    drinks.flatMap(({ ingredient_ids: ids }) => ids[0] ?? []),
  );
  const soldOf = (id: string) => bases.filter((base) => base === id).length;
  const ingredient = bases.toSorted((a, b) => soldOf(b) - soldOf(a))[0];
  for (const sale of half) {
    for (const drink of sale.drinks.filter(({ ingredient_ids: ids }) => ids[0] === ingredient)) {
      drink.success_quantity = 0;
      Object.assign(drink, notRefunded);
      const isOfDrink = ({ drink_index }: { drink_index: number }) =>
        drink_index === drink.drink_index;
      const first = sale.pours.find(isOfDrink);
      sale.pours = sale.pours.filter((pour) => !isOfDrink(pour));
      if (first) sale.pours.push({ ...first, pour_index: 0, ml: 3, ms: 900, outcome: 'blocked' });
    }
  }
}

const within = (ms: number, from: number, until: number): boolean => ms >= from && ms < until;

/** Of seeded rows, which have dates and no text. */
const timeOf = (at: Date | string): number => new Date(at).getTime();

/** Cases of the sales of one unit, oldest first. */
export function casesOf(sales: readonly DemoSale[], now: Date, random: () => number): CaseRow[] {
  const latest = new Map<string, CaseRow>();
  return sales.flatMap(({ order, drinks, pours }) => {
    const isNothingPoured = drinks.every(({ success_quantity }) => success_quantity === 0);
    return drinks.flatMap((drink): CaseRow[] => {
      const failed = drink.quantity - drink.success_quantity;
      if (failed === 0) return [];
      const { cause, pour } = causeOf(
        pours.filter(({ drink_index }) => drink_index === drink.drink_index),
      );
      const place = `${cause} ${pour?.position ?? ''} ${pour?.ingredient_id ?? ''}`;
      const before = latest.get(place);
      const soldMs = timeOf(order.sold_at);
      const isSameGroup = before !== undefined && soldMs - timeOf(before.sold_at) < hourMs;
      const row: CaseRow = {
        venue_id: drink.venue_id,
        id: drink.id,
        group_id: isSameGroup ? before.group_id : drink.id,
        order_id: drink.order_id,
        drink_index: drink.drink_index,
        unit_id: order.unit_id,
        sold_at: order.sold_at,
        opened_at: order.received_at,
        failed_glasses: failed,
        owed_cents: owedCents(
          {
            priceCents: drink.price_cents,
            quantity: drink.quantity,
            failed,
            taxCents: drink.tax_cents,
            tipCents: drink.tip_cents,
          },
          { isNothingPoured },
        ),
        cause,
        position: pour?.position ?? null,
        ingredient_id: pour?.ingredient_id ?? null,
        ...outcomeOf(drink, order.sold_at, { isOpen: soldMs > now.getTime() - openForMs, random }),
      };
      latest.set(place, row);
      return [row];
    });
  });
}

function outcomeOf(
  drink: DemoSale['drinks'][number],
  soldAt: Date | string,
  { isOpen, random }: { isOpen: boolean; random: () => number },
): Partial<CaseRow> {
  const settled_at = drink.refunded_at ?? null;
  if (settled_at !== null) {
    const refunded = drink.price_cents * drink.quantity + drink.tax_cents + drink.tip_cents;
    return { state: 'resolved', resolution: 'refunded', refunded_cents: refunded, settled_at };
  }
  const { refunded_quantity: glasses = 0, refunded_tax_cents: taxCents = 0 } = drink;
  if (glasses > 0) {
    const refunded_cents = drink.price_cents * glasses + taxCents;
    return {
      state: 'resolved',
      resolution: 'refunded',
      refunded_cents,
      settled_at: new Date(soldAt),
    };
  }
  if (isOpen) return {};
  const one = random();
  const resolution = one < 0.6 ? 'remade' : one < 0.75 ? 'meter' : 'kept';
  return { state: 'resolved', resolution };
}

export async function insertCases(db: Tx, rows: readonly CaseRow[]): Promise<void> {
  for (const some of inBatches(rows, 500)) await db.insertInto('pour_cases').values(some).execute();
}
