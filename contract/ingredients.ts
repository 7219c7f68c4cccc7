/** Ingredients: their identity belongs to the venue; price, positions and level belong to the unit. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dollars, expectedFields, id, line, optionalLine, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { densityRange, tareWeightRange, weightMessages } from '../rules/stock/weight.ts';
import { ingredientMessages } from '../rules/messages.ts';
import { ingredientFormMessages } from '../rules/stock/stock-messages.ts';

const source = z.enum(['carousel', 'soda gun'], { error: 'Choose carousel or soda gun' });
export const ingredientCategory = z.enum(
  ['Beer', 'Liquor', 'Wine', 'Syrup/Puree', 'Pre-mixed cocktails'],
  {
    error: 'Choose a category of the list',
  },
);
const baseOrMixer = z.array(z.enum(['base', 'mixer'])).max(2);
const positions = z.array(z.string().regex(/^\d{1,3}$/, 'Use position numbers')).max(20);

/** One occupied position of a unit and its remaining amount in ml. */
const place = z.object({ position: z.string(), sizeMl: z.number(), remainingMl: z.number() });

/**
 * An ingredient in one unit. Sizes and capacityRemaining in ml, ingredientPouringTime in ms (5,000 to 30,000),
 * threshold in percent. Positions are "1" to "16" ("1", "2" on beer units) or "101" to "104" for the soda gun; places
 * holds the level of each. isCapacityFull is true when no position has capacity for more and the level is known. imageURL is the key of its
 * picture, which is served at /files/{imageURL}; empty when it has none.
 */
export const ingredient = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  price: money(),
  doublePrice: money(),
  source,
  baseOrMixer,
  category: ingredientCategory,
  servingSize: z.number(),
  ingredientSize: z.number(),
  ingredientPouringTime: z.number().nullable(),
  /** Grams of an empty bottle, bag or keg, and grams per ml: with both, it is counted by weight too. */
  tareWeight: z.number().nullable(),
  density: z.number().nullable(),
  threshold: z.number(),
  capacityRemaining: z.number(),
  positionInUnit: z.array(z.string()),
  places: z.array(place),
  imageURL: z.string(),
  activeInUnit: z.boolean(),
  isCapacityFull: z.boolean(),
  unitId: z.string(),
  venueId: z.string(),
  date: timeOut,
});

const millilitres = (most: number) =>
  z
    .number({ error: ingredientMessages.noSize })
    .positive(ingredientMessages.noSize)
    .max(most, `Use at most ${most.toLocaleString('en-US')} ml`);

/** Characters of a name. */
export const longestIngredientName = 200;

/**
 * overrides lists the positions the sender knows to be occupied, and by which ingredient; the save is rejected with
 * 409 when other positions are occupied. Without it, ingredients at the chosen positions are replaced.
 */
const ingredientDraft = z.object({
  name: line(longestIngredientName),
  price: dollars,
  doublePrice: dollars,
  source,
  baseOrMixer,
  category: ingredientCategory,
  servingSize: millilitres(5000),
  ingredientSize: millilitres(200_000),
  ingredientPouringTime: z
    .number({ error: ingredientFormMessages.pouringTime })
    .int(ingredientFormMessages.pouringTime)
    .min(5000, ingredientFormMessages.pouringTime)
    .max(30_000, ingredientFormMessages.pouringTime)
    .nullable(),
  tareWeight: z
    .number({ error: weightMessages.badTare })
    .min(tareWeightRange.least, weightMessages.badTare)
    .max(tareWeightRange.most, weightMessages.badTare)
    .multipleOf(0.1, weightMessages.badTare)
    .nullable(),
  density: z
    .number({ error: weightMessages.badDensity })
    .min(densityRange.least, weightMessages.badDensity)
    .max(densityRange.most, weightMessages.badDensity)
    .multipleOf(0.001, weightMessages.badDensity)
    .nullable(),
  threshold: z
    .number({ error: ingredientFormMessages.badThreshold })
    .int('Use a whole percentage')
    .min(0, ingredientFormMessages.badThreshold)
    .max(100, ingredientFormMessages.badThreshold),
  positionInUnit: positions,
  imageURL: optionalLine(500),
  overrides: z.record(plainText(3), id),
  venueId: id,
  unitId: id,
});

export const listIngredients = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/ingredients',
  summary: 'The ingredients of a venue, of one unit or of all',
  permission: 'stock.read',
  query: z.object({ unit: id.optional() }),
  responses: { 200: z.array(ingredient) },
});

export const listPositions = defineEndpoint({
  method: 'GET',
  path: '/api/ingredients/positions/{unitId}',
  summary: 'The occupied positions of a unit',
  permission: 'stock.read',
  responses: { 200: z.array(z.string()) },
});

export const getIngredient = defineEndpoint({
  method: 'GET',
  path: '/api/ingredients/{ingredientId}/{unitId}',
  summary: 'One ingredient with its state in one unit',
  permission: 'stock.read',
  responses: { 200: ingredient },
});

export const createIngredient = defineEndpoint({
  method: 'POST',
  path: '/api/ingredients',
  summary: 'Add an ingredient to a venue and place it in a unit',
  permission: 'ingredients.write',
  body: ingredientDraft
    .partial()
    .extend({ name: line(longestIngredientName), venueId: id, unitId: id }),
  responses: { 201: ingredient },
  errorShape: 'ingredient',
});

export const updateIngredient = defineEndpoint({
  method: 'PUT',
  path: '/api/ingredients/{id}',
  summary: 'Change an ingredient and its state in the unit that unitId names',
  permission: 'ingredients.write',
  body: ingredientDraft.partial().extend({ unitId: id, expected: expectedFields }),
  responses: { 200: ingredient },
  errorShape: 'ingredient',
});

export const deactivateIngredient = defineEndpoint({
  method: 'PUT',
  path: '/api/ingredients/{id}/deactivate',
  summary: 'Take an ingredient out of one unit; its drinks leave the menu until it is back',
  permission: 'ingredients.write',
  body: z.object({ unitId: id }),
  responses: { 200: ingredient },
  errorShape: 'ingredient',
});

/** Refused with 409 when it has positions again, or when another ingredient is in one of its own. */
export const reactivateIngredient = defineEndpoint({
  method: 'PUT',
  path: '/api/ingredients/{id}/reactivate',
  summary: 'Put a deactivated ingredient back in the positions it had, with their levels',
  permission: 'ingredients.write',
  body: z.object({ unitId: id }),
  responses: { 200: ingredient },
  errorShape: 'ingredient',
});

export const restoreIngredient = defineEndpoint({
  method: 'POST',
  path: '/api/ingredients/{unitNumber}/restore/{ingredientId}',
  summary: 'Set an ingredient back to 100% capacity in one unit',
  permission: 'stock.refill',
  body: z.object({ venueName: line(200) }),
  responses: { 200: ingredient },
});
