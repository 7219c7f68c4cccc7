/** Price plans, such as a happy hour, and the prices that follow from them. */
import { z } from 'zod';
import { planMessages, planStates } from '../rules/prices/plan-text.ts';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { epochMs, id, line, timeOut } from './fields.ts';
import { ingredientCategory } from './ingredients.ts';
import { money } from './money.ts';
import { day } from './nights.ts';
import { changedDrink, priceChange, pricedDrink } from './prices.ts';

/** On the clock of the venue. */
const time = z
  .string({ error: planMessages.badTime })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, planMessages.badTime);

/** A day with a time, on the clock of the venue. */
const dayAndTime = z.string({ error: planMessages.badSpan }).refine((text) => {
  const [date, clock, ...more] = text.split('T');
  return more.length === 0 && day.safeParse(date).success && time.safeParse(clock).success;
}, planMessages.badSpan);

export const weeklyTimes = z.object({
  repeats: z.literal('weekly'),
  /** Business days, 0 is Sunday. */
  weekdays: z
    .array(z.number().int().min(0).max(6), { error: planMessages.noDay })
    .min(1, planMessages.noDay)
    .max(7, planMessages.noDay),
  /** Until the next day where `until` is not after `from`. */
  from: time,
  until: time,
  /** Business days, both included. */
  firstDay: day.nullable().optional(),
  lastDay: day.nullable().optional(),
});

const once = z.object({ repeats: z.literal('once'), from: dayAndTime, until: dayAndTime });

const ids = (most: number) => z.array(id).max(most, `Choose at most ${most}`).default([]);

/** Settings of a plan; empty lists mean all units, all drinks and all categories. */
export const planSettings = z.object({
  times: z
    .discriminatedUnion('repeats', [weeklyTimes, once], { error: planMessages.noTimes })
    .refine((times) => times.repeats === 'weekly' || times.from < times.until, {
      path: ['until'],
      error: planMessages.endsFirst,
    })
    .refine(
      (times) =>
        times.repeats === 'once' ||
        !times.firstDay ||
        !times.lastDay ||
        times.firstDay <= times.lastDay,
      { path: ['lastDay'], error: planMessages.endsFirst },
    ),
  unitIds: ids(1_000),
  drinkIds: ids(5_000),
  /** Of ingredients; a drink has one at least. */
  categories: z.array(ingredientCategory).max(5).default([]),
  change: priceChange,
  /** Of several plans for a drink the highest counts, then the lower price. */
  priority: z.number().int().min(0).max(9).default(0),
});

const planName = line(80);

const plan = planSettings.extend({
  id: z.string(),
  name: z.string(),
  state: z.enum(planStates),
  /** "Mon to Fri, 5:00 PM to 7:00 PM". */
  when: z.string(),
  /** "−20%, to .50". */
  text: z.string(),
  person: z.string(),
  changedAt: timeOut,
  /** True while it sets prices. */
  isInForce: z.boolean(),
  /** True once its times are over. */
  isOver: z.boolean(),
});

/** Another active plan at the same time for some of the same drinks. */
const conflict = z.object({
  id: z.string(),
  name: z.string(),
  /** First time at which both are in force. */
  at: timeOut,
  /** Drinks of both. */
  drinks: z.number(),
  /** Of these, drinks for which the other plan counts then. */
  lost: z.number(),
});

export const listPricePlans = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/price-plans',
  summary: 'The price plans of a venue, the newest first',
  permission: 'prices.write',
  responses: { 200: z.array(plan) },
});

export const createPricePlan = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/price-plans',
  summary:
    'Make a price plan; an active one sets prices at once. With preview nothing is stored. The response has the drinks that it changes and the plans that it conflicts with',
  permission: 'prices.write',
  body: planSettings.extend({
    name: planName,
    state: z.enum(['draft', 'active']).default('active'),
    preview: z.boolean().default(false),
    /** Plan that this one takes the place of, in a preview of a change. */
    id: id.optional(),
  }),
  bodyLimit: largeBodyBytes,
  responses: {
    200: z.object({
      /** Null for a preview. */
      id: z.string().nullable(),
      when: z.string(),
      text: z.string(),
      /** Drinks for which the plan says another price than the base price, at most 5,000. */
      drinks: z.array(changedDrink),
      conflicts: z.array(conflict),
    }),
  },
});

export const updatePricePlan = defineEndpoint({
  method: 'PATCH',
  path: '/api/venues/{venueId}/price-plans/{id}',
  summary:
    'Change, end or restart a price plan; fields left out stay as they are. Sales that were made before keep the price of their time',
  permission: 'prices.write',
  body: z.object({
    name: planName.optional(),
    state: z.enum(planStates).optional(),
    times: planSettings.shape.times.optional(),
    unitIds: z.array(id).max(1_000).optional(),
    drinkIds: z.array(id).max(5_000).optional(),
    categories: z.array(ingredientCategory).max(5).optional(),
    change: priceChange.optional(),
    priority: z.number().int().min(0).max(9).optional(),
  }),
  bodyLimit: largeBodyBytes,
  responses: { 200: plan },
});

export const deletePricePlan = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/price-plans/{id}',
  summary: 'Delete a price plan; prices are those without it from now on',
  permission: 'prices.write',
  responses: { 200: z.object({ id: z.string() }) },
});

export const listEffectivePrices = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/effective-prices',
  summary:
    'What each drink costs at a time from now on, with price plans and before the discount of its unit',
  permission: 'menu.read',
  query: z.object({ at: epochMs('Name a time').optional() }),
  responses: {
    200: z.object({
      at: timeOut,
      drinks: z.array(
        pricedDrink.extend({
          base: money(),
          price: money(),
          doublePrice: money().optional(),
          /** Name of the plan that sets the price; null for the base price. */
          plan: z.string().nullable(),
        }),
      ),
    }),
  },
});
