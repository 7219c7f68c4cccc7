/** Drinks: a set of ingredients on one unit, with a price and a rank. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { dollars, id, line } from './fields.ts';

/** Ranks count from 0; previous is the rank before the last move. */
const ranking = z.object({ current: z.number().int().min(0), previous: z.number().int().min(0) });

export const drink = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  price: z.number(),
  doublePrice: z.number().optional(),
  venueId: z.string(),
  ingredients: z.array(
    z.object({ _id: z.string(), id: z.string(), name: z.string(), imageURL: z.string() }),
  ),
  active: z.boolean(),
  unitId: z.string(),
  unitNumber: z.number(),
  ranking,
  isCapacityFull: z.boolean(),
  currentRank: z.number(),
});

const drinkDraft = z.object({
  name: line(400),
  price: dollars,
  doublePrice: dollars.optional(),
  ingredients: z.array(id).min(1, 'You must choose at least one ingredient').max(50),
  venueId: id,
  unitId: id.optional(),
});

const drinkChanges = z
  .object({ name: line(400), price: dollars, doublePrice: dollars, active: z.boolean(), ranking })
  .partial();

export const createDrink = defineCall({
  method: 'POST',
  path: '/api/drinks',
  summary: 'Add a drink; the same set of ingredients makes one drink per unit',
  access: 'dashboard',
  body: drinkDraft,
  responses: { 201: drink },
  notYet: 'Drinks cannot be added yet',
});

export const reorderDrinks = defineCall({
  method: 'PUT',
  path: '/api/drinks',
  summary: 'Store the ranking of all drinks of a unit, all or nothing',
  access: 'dashboard',
  body: z.array(z.object({ id, ranking })).max(10_000),
  responses: { 200: z.array(drink) },
  notYet: 'Drinks cannot be reordered yet',
});

export const updateDrink = defineCall({
  method: 'PUT',
  path: '/api/drinks/{id}',
  summary: 'Change a drink; fields left out stay as they are',
  access: 'dashboard',
  params: z.object({ id }),
  body: drinkChanges,
  responses: { 200: drink },
  notYet: 'Drinks cannot be changed yet',
});

export const listDrinks = defineCall({
  method: 'GET',
  path: '/api/drinks/{venueId}',
  summary: 'The drinks of a venue in ranking order',
  access: 'dashboard',
  params: z.object({ venueId: id }),
  responses: { 200: z.array(drink) },
  notYet: 'Drinks cannot be listed yet',
});

export const updateVenueDrink = defineCall({
  method: 'PUT',
  path: '/api/venues/{venueId}/drinks/{drinkId}',
  summary: 'Change a drink of this venue; fields left out stay as they are',
  access: 'dashboard',
  params: z.object({ venueId: id, drinkId: id }),
  body: drinkChanges,
  responses: { 200: drink },
  notYet: 'Drinks cannot be changed yet',
});

export const deleteDrink = defineCall({
  method: 'DELETE',
  path: '/api/venues/{venueId}/drinks/{drinkId}',
  summary: 'Delete a drink; what was sold of it stays',
  access: 'dashboard',
  params: z.object({ venueId: id, drinkId: id }),
  responses: { 200: z.object({ id: z.string() }) },
  notYet: 'Drinks cannot be deleted yet',
});
