/** Who brings a new bottle when a unit has run out, through the API of the owner. */
import { flagNamed } from '../rules/flags/flag-names.ts';
import type { Session } from './sign-in.ts';

export interface Bartender {
  /** Fills every place of the ingredient. */
  refill(ingredientId: string, positions: string[]): Promise<void>;
}

/** With inventory management the ingredient is restored; without, its bottle is taken out and a full one put in. */
export async function callBartender(
  session: Session,
  { unitNumber, unitId, venueName }: { unitNumber: number; unitId: string; venueName: string },
): Promise<Bartender> {
  const number = String(unitNumber);
  const { body } = await session.ask('getFlags', { query: { kind: 'unit', key: number } });
  const isManaged = body.flags[flagNamed.inventoryManagement];
  const place = (id: string, positionInUnit: string[]) =>
    session.ask('updateIngredient', { params: { id }, body: { unitId, positionInUnit } });
  return {
    refill: async (ingredientId, positions) => {
      if (isManaged) {
        await session.ask('restoreIngredient', {
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
