/** What a change would take off the menus of units, before it is made. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText } from './fields.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';

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

export const getMenuLoss = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/what-if',
  summary:
    'Drinks that would leave the menus with a change, and what they earn on such a night; changes nothing',
  access: 'dashboard',
  permission: 'menu.read',
  params: z.object({ venueId: id }),
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
