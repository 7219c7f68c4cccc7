/** Records refilled bottles and counts of a unit and changes prices of its drinks, through the owner's API. */
import { randomUUID } from 'node:crypto';
import { toCents, toDollars } from '../lib/money.ts';
import { flagNamed } from '../rules/flags/flag-names.ts';
import { reportedWithinMs } from '../rules/stock/ingredient.ts';
import type { UnitMenu } from './make-order.ts';
import type { Session } from './api.ts';
import type { Bottle } from './stock-units.ts';

const hourMs = 3_600_000;

type PricedDrink = Pick<UnitMenu['drinks'][number], 'id' | 'price' | 'doublePrice'>;

export interface Bartender {
  /**
   * Refills all positions of an ingredient with inventory management; otherwise the server has no levels. They are full
   * from `atMs` on where the server still takes refills of that time and nothing changed since, else from now on.
   * @param ageMs from then to now
   */
  refill(bottles: readonly Bottle[], time: { atMs: number; ageMs: number }): Promise<void>;
  /** Counts what is in the positions, with inventory management. */
  count(bottles: readonly Bottle[]): Promise<void>;
  /** Raises the price of a drink by a dollar until the end of the simulation. */
  raisePrice(drink: PricedDrink): Promise<void>;
  restorePrices(): Promise<void>;
}

export async function callBartender(
  session: Session,
  { unitNumber, venueName }: { unitNumber: number; venueName: string },
): Promise<Bartender> {
  const number = String(unitNumber);
  const { body } = await session.send('getFlags', { query: { kind: 'unit', key: number } });
  const isManaged = body.flags[flagNamed.inventoryManagement];
  const raised: PricedDrink[] = [];
  const setPrices = ({ id, price, doublePrice }: PricedDrink, moreCents: number) => {
    const changed = (amount: number) => toDollars(toCents(amount) + moreCents);
    return session.send('updateDrink', {
      params: { id },
      body: {
        price: changed(price),
        ...(doublePrice ? { doublePrice: changed(doublePrice) } : {}),
      },
    });
  };
  return {
    raisePrice: async (drink) => {
      await setPrices(drink, 100);
      raised.push(drink);
    },
    restorePrices: async () => {
      for (const drink of raised.splice(0)) await setPrices(drink, 0);
    },
    refill: async (bottles, { atMs, ageMs }) => {
      if (!isManaged) return;
      if (ageMs < reportedWithinMs - hourMs) {
        const { body: refilled } = await session.send('refillPositions', {
          params: { unitNumber: number },
          body: {
            refills: bottles.map(({ position, ingredientId }) => ({
              key: randomUUID(),
              position,
              ingredientId,
              at: atMs,
            })),
          },
        });
        if (refilled.refills.every(({ result }) => result === 'refilled')) return;
      }
      for (const ingredientId of new Set(bottles.map((bottle) => bottle.ingredientId)))
        await session.send('restoreIngredient', {
          params: { unitNumber: number, ingredientId },
          body: { venueName },
        });
    },
    count: async (bottles) => {
      if (!isManaged) return;
      await session.send('countStock', {
        params: { unitNumber: number },
        body: {
          counts: bottles.map(({ position, ingredientId, remainingMl: ml }) => ({
            key: randomUUID(),
            position,
            ingredientId,
            ml,
          })),
        },
      });
    },
  };
}
