/** Records refilled bottles of a unit and changes prices of its drinks, through the owner's API. */
import { toCents, toDollars } from '../lib/money.ts';
import { flagNamed } from '../rules/flags/flag-names.ts';
import type { UnitMenu } from './make-order.ts';
import type { Session } from './api.ts';

type PricedDrink = Pick<UnitMenu['drinks'][number], 'id' | 'price' | 'doublePrice'>;

export interface Bartender {
  /** Restores the ingredient with inventory management; otherwise the server has no levels to restore. */
  refill(ingredientId: string): Promise<void>;
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
    refill: async (ingredientId) => {
      if (!isManaged) return;
      await session.send('restoreIngredient', {
        params: { unitNumber: number, ingredientId },
        body: { venueName },
      });
    },
  };
}
