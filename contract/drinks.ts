/** Drinks: a set of ingredients on one unit, with a price and a rank. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { dollars, expectedFields, id, line, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';
import { drinkMessages } from '../rules/drinks/drink-messages.ts';

/** Ranks count from 0; previous is the rank before the last move. */
const ranking = z.object({ current: z.number().int().min(0), previous: z.number().int().min(0) });

/**
 * A drink of a unit. doublePrice is present when the venue has the double-order flag. The drink can be sold when it is
 * active and each of its ingredients is activeInUnit. isCapacityFull is true when no position of any of its
 * ingredients has capacity for more. While it is sold out, soldOutUntil is there.
 */
export const drink = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  price: money(),
  doublePrice: money().optional(),
  venueId: z.string(),
  ingredients: z.array(
    z.object({
      _id: z.string(),
      id: z.string(),
      name: z.string(),
      imageURL: z.string(),
      activeInUnit: z.boolean(),
    }),
  ),
  active: z.boolean(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  ranking,
  isCapacityFull: z.boolean(),
  currentRank: z.number(),
  soldOut: z.boolean(),
  soldOutUntil: timeOut.optional(),
  /** Category of the menu. */
  categoryId: z.string().optional(),
});

/** Without a unit, the drink is assigned to the venue's first unit that stocks all of its ingredients. */
const drinkDraft = z.object({
  name: line(400),
  price: dollars,
  doublePrice: dollars.optional(),
  ingredients: z.array(id).min(1, drinkMessages.noIngredients).max(50),
  venueId: id,
  unitId: id.optional(),
});

/** An ingredient by its id, or as it is listed in a drink; handlers get the id. */
const ingredientRef = z.union([id, z.object({ _id: id }).transform((listed) => listed._id)], {
  error: 'Use the id of an ingredient',
});

/** Fields of a drink that never change: a body that is a whole drink may contain them, and 400 when they differ. */
const fixedFields = { ingredients: z.array(ingredientRef).max(50), venueId: id, unitId: id };

const drinkChanges = z
  .object({
    name: line(400),
    price: dollars,
    doublePrice: dollars,
    active: z.boolean(),
    /** True until the next night begins, or for a day in a venue without a clock. */
    soldOut: z.boolean(),
    ranking,
    ...fixedFields,
  })
  .partial()
  .extend({ expected: expectedFields });

export const createDrink = defineEndpoint({
  method: 'POST',
  path: '/api/drinks',
  summary: 'Add a drink; the same set of ingredients makes one drink per unit',
  permission: 'drinks.write',
  body: drinkDraft,
  responses: { 201: drink },
});

/** With `expected`, the rank that the sender saw, 409 when the drink has another rank by now. */
export const reorderDrinks = defineEndpoint({
  method: 'PUT',
  path: '/api/drinks',
  summary: 'Store the ranking of drinks of one unit, all or nothing; the others keep their order',
  permission: 'drinks.write',
  body: z
    .array(z.object({ id, ranking, expected: z.number().int().min(0).optional() }))
    .max(10_000),
  bodyLimit: largeBodyBytes,
  responses: { 200: z.array(drink) },
});

export const updateDrink = defineEndpoint({
  method: 'PUT',
  path: '/api/drinks/{id}',
  summary: 'Change a drink; fields left out stay as they are',
  permission: 'drinks.activate',
  body: drinkChanges,
  responses: { 200: drink },
});

export const listDrinks = defineEndpoint({
  method: 'GET',
  path: '/api/drinks/{venueId}',
  summary: 'The drinks of a venue, or of one of its units, in ranking order',
  permission: 'menu.read',
  query: z.object({ unit: id.optional() }),
  responses: { 200: z.array(drink) },
});

export const updateVenueDrink = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/drinks/{drinkId}',
  summary: 'Change a drink of this venue; fields left out stay as they are',
  permission: 'drinks.activate',
  body: drinkChanges,
  responses: { 200: drink },
});

export const deleteDrink = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/drinks/{drinkId}',
  summary: 'Delete a drink; what was sold of it stays',
  permission: 'drinks.write',
  responses: { 200: z.object({ id: z.string() }) },
});

/** Refused with 409 where the unit has a drink of the same ingredients by now, or the drink is not deleted. */
export const undeleteDrink = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/drinks/{drinkId}/undelete',
  summary: 'Bring a deleted drink back, at its former rank',
  permission: 'drinks.write',
  responses: { 200: drink },
});

const most = 100;
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(most, `Use at most ${most}`).default([]);

/** A drink that leaves the menu of its unit. Means of the last four nights of the weekday. */
const lostDrink = z.object({
  id: z.string(),
  name: z.string(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  perNight: money(),
  glasses: z.number(),
  /** Numbers of the other units of the venue that have a drink of this name on their menus. */
  elsewhere: z.array(z.number()),
});

/** What a change would take off the menus of units, before it is made. */
export const getMenuLoss = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/what-if',
  summary:
    'Drinks that would leave the menus with a change, and what they earn on such a night; changes nothing',
  permission: 'menu.read',
  /** Units by id or number. */
  body: z.object({
    /** Ingredients that are taken out of a unit. */
    deactivate: listOf(z.object({ unit: id, ingredientId: id })),
    /** Drinks that are deleted. */
    remove: listOf(id),
    /** Positions that get another ingredient. */
    positions: listOf(
      z.object({ unit: id, position: z.number().int().min(1).max(999), ingredientId: id }),
    ),
    /** Units that are deleted. */
    retire: listOf(id),
    /** Of a venue without a clock. */
    timezone: plainText(64).default('UTC'),
  }),
  responses: {
    200: z.object({
      /** Of the running night. */
      weekday: z.string(),
      /** In the order of the units. */
      drinks: z.array(lostDrink),
      /** All of them together, each once: means of the last four nights of the weekday, and of 28 nights. */
      perNight: money(),
      perNightOfMonth: money(),
      glasses: z.number(),
      /** What else ends with units that are deleted. */
      attention: z.array(z.string()),
    }),
  },
});
