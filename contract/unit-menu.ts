/** The menu that units show their customers. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { money } from './money.ts';
import { unitCategory, unitModel, unitName, unitParams } from './units.ts';

/**
 * The menu a unit shows its customers, in ranking order. Prices are what an order is charged before tax:
 * discountedPrice is present, and is the charged price, while the confirmation-page flag is on for the unit and it has
 * a discount. available is false while an ingredient is out. Deactivated drinks and drinks with an ingredient that is
 * not stocked are left out.
 */
export const unitMenu = z.object({
  unitNumber: z.number(),
  unitName,
  venueName: z.string(),
  category: unitCategory,
  model: unitModel,
  homeHelperText: z.string(),
  homeButtonImage: z.string(),
  terms: z.string(),
  /** At most `quantity` drinks in `minutes`; both are 0 for no limit. */
  drinkLimit: z.object({ quantity: z.number(), minutes: z.number() }),
  drinks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: money(),
      discountedPrice: money().optional(),
      doublePrice: money().optional(),
      discountedDoublePrice: money().optional(),
      available: z.boolean(),
      ingredients: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          imageURL: z.string(),
          positions: z.array(z.string()),
        }),
      ),
    }),
  ),
});

export const getUnitMenu = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/menu',
  summary:
    'What a unit shows its customers; If-None-Match with the last ETag returns 304 while nothing changed',
  access: 'unit',
  permission: 'menu.read',
  params: unitParams,
  responses: { 200: unitMenu },
  revalidates: true,
});
