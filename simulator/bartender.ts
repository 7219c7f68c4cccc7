/** Replaces empty bottles of a unit through the owner's API. */
import { flagNamed } from '../rules/flags/flag-names.ts';
import type { Session } from './sign-in.ts';

export interface Bartender {
  /** Fills every position of the ingredient. */
  refill(ingredientId: string, positions: string[]): Promise<void>;
}

/** Restores the ingredient with inventory management; otherwise replaces its bottle with a full one. */
export async function callBartender(
  session: Session,
  { unitNumber, unitId, venueName }: { unitNumber: number; unitId: string; venueName: string },
): Promise<Bartender> {
  const number = String(unitNumber);
  const { body } = await session.send('getFlags', { query: { kind: 'unit', key: number } });
  const isManaged = body.flags[flagNamed.inventoryManagement];
  const place = (id: string, positionInUnit: string[]) =>
    session.send('updateIngredient', { params: { id }, body: { unitId, positionInUnit } });
  return {
    refill: async (ingredientId, positions) => {
      if (isManaged) {
        await session.send('restoreIngredient', {
          params: { unitNumber: number, ingredientId },
          body: { venueName },
        });
        return;
      }
      await place(ingredientId, []);
      await place(ingredientId, positions);
    },
  };
}
