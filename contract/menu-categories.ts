/** Categories of the menu of a venue, with the hours in which their drinks are on offer. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { id, line } from './fields.ts';
import { weeklyTimes } from './price-plans.ts';

/** On the clock of the venue; until the next day where `until` is not after `from`. */
export const menuHours = weeklyTimes.pick({ weekdays: true, from: true, until: true });

const menuCategory = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for all times. */
  hours: menuHours.nullable(),
  /** "Sat, Sun, 10:00 AM to 2:00 PM"; null for all times. */
  when: z.string().nullable(),
  /** True while its drinks are on offer. */
  isOpen: z.boolean(),
  drinkIds: z.array(z.string()),
});

/** Drinks of the venue; each is taken from the category that it had. */
const drinkIds = z.array(id).max(5_000, 'Choose at most 5,000');

export const listMenuCategories = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/menu-categories',
  summary: 'The categories of the menu of a venue, by name',
  permission: 'menu.read',
  responses: { 200: z.array(menuCategory) },
});

export const createMenuCategory = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/menu-categories',
  summary: 'Add a category to the menu; outside of its hours its drinks are not available',
  permission: 'drinks.write',
  body: z.object({
    name: line(60),
    hours: menuHours.nullable().default(null),
    drinkIds: drinkIds.default([]),
  }),
  bodyLimit: largeBodyBytes,
  responses: { 201: menuCategory },
});

export const updateMenuCategory = defineEndpoint({
  method: 'PATCH',
  path: '/api/venues/{venueId}/menu-categories/{id}',
  summary: 'Change a category of the menu; fields left out stay as they are',
  permission: 'drinks.write',
  body: z.object({ name: line(60), hours: menuHours.nullable(), drinkIds }).partial(),
  bodyLimit: largeBodyBytes,
  responses: { 200: menuCategory },
});

export const deleteMenuCategory = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/menu-categories/{id}',
  summary: 'Delete a category of the menu; its drinks stay, without a category',
  permission: 'drinks.write',
  responses: { 200: z.object({ id: z.string() }) },
});
