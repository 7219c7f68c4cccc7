/** Records refilled bottles of a unit through the owner's API. */
import { flagNamed } from '../rules/flags/flag-names.ts';
import type { Session } from './sign-in.ts';

export interface Bartender {
  /** Restores the ingredient with inventory management; otherwise the server has no levels to restore. */
  refill(ingredientId: string): Promise<void>;
}

export async function callBartender(
  session: Session,
  { unitNumber, venueName }: { unitNumber: number; venueName: string },
): Promise<Bartender> {
  const number = String(unitNumber);
  const { body } = await session.send('getFlags', { query: { kind: 'unit', key: number } });
  const isManaged = body.flags[flagNamed.inventoryManagement];
  return {
    refill: async (ingredientId) => {
      if (!isManaged) return;
      await session.send('restoreIngredient', {
        params: { unitNumber: number, ingredientId },
        body: { venueName },
      });
    },
  };
}
