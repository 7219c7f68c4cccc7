/** Venues and venue-wide data. */
import { z } from 'zod';
import { drink } from './drinks.ts';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import {
  expectedFields,
  id,
  line,
  optionalLine,
  pagination,
  paginationQuery,
  plainText,
  timeOut,
  venueName,
} from './fields.ts';
import { liveNight } from './live.ts';
import { money } from './money.ts';
import { newClockFields, night } from './nights.ts';
import { unitName } from './units.ts';
import { hasAtMostDecimals } from '../lib/money.ts';
import { quotaNames } from '../rules/owners/quotas.ts';
import { attentionKinds, firstStepNames, isDrinkLimitPeriod } from '../rules/venues/attention.ts';
import { firstWeekdays } from '../rules/venues/first-weekday.ts';
import { wallMessages } from '../rules/nights/night-text.ts';

/** At most `quantity` drinks in `minutes`; quantity 0 means no limit, and then minutes is 0 too. */
export const drinkLimit = z.object({
  quantity: z.number().int().min(0).max(12),
  minutes: z.number().int().min(0).max(480),
});

/** A venue as visible to its owner. */
export const venue = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  /** One line; empty where none is entered. */
  address: z.string(),
  /** On which the weeks of its reports begin. */
  firstWeekday: z.enum(firstWeekdays),
});

/**
 * Additional venue fields for super admins: tax in percent (0 to 100, up to four decimals) and the payment
 * credentials. Secrets are masked ("••••1234"); sending the mask back, or nothing, leaves them unchanged.
 */
export const venueForSuperAdmin = venue.extend({
  taxPercentage: z.number(),
  drinkLimit,
  publicKey: z.string(),
  privateKey: z.string(),
  clientGuid: z.string(),
  authToken: z.string(),
  webhookSecret: z.string(),
});

const anyVenue = z.union([venueForSuperAdmin, venue]);

const credential = plainText(500);

const address = optionalLine(300);

const badPercentage = 'Enter a percentage from 0 to 100';

/** An empty or masked credential leaves the stored one unchanged; null removes it. */
const venueChanges = z
  .object({
    name: line(200),
    address,
    firstWeekday: z.enum(firstWeekdays, { error: `Use ${firstWeekdays.join(', ')}` }),
    taxPercentage: z
      .number({ error: badPercentage })
      .min(0, badPercentage)
      .max(100, badPercentage)
      .refine((percentage) => hasAtMostDecimals(percentage, 4), 'Use at most four decimals'),
    drinkLimit: drinkLimit.refine(
      ({ quantity, minutes }) => quantity === 0 || isDrinkLimitPeriod(minutes),
      { path: ['minutes'], error: 'Choose a period of the list' },
    ),
    publicKey: credential.nullable(),
    privateKey: credential.nullable(),
    clientGuid: credential.nullable(),
    authToken: credential.nullable(),
    webhookSecret: credential.nullable(),
  })
  .partial()
  .extend({ expected: expectedFields });

export const listVenues = defineEndpoint({
  method: 'GET',
  path: '/api/users/{userId}/venues',
  summary: "An owner's venues keyed by venue id, oldest first",
  permission: 'venues.read',
  responses: { 200: z.record(z.string(), anyVenue) },
});

export const createVenue = defineEndpoint({
  method: 'POST',
  path: '/api/users/venues',
  summary: 'Add a venue to the caller, or to ownerId when a super admin acts',
  permission: 'settings.write',
  body: z.object({
    name: venueName,
    address: address.optional(),
    ownerId: id.optional(),
    ...newClockFields,
  }),
  responses: { 201: anyVenue },
});

export const updateVenue = defineEndpoint({
  method: 'PUT',
  path: '/api/users/venues/{_id}',
  summary: 'Change a venue; fields left out stay as they are',
  permission: 'settings.write',
  body: venueChanges,
  responses: { 200: anyVenue },
});

export const getVenue = defineEndpoint({
  method: 'GET',
  path: '/api/users/venues/{venueId}',
  summary: 'One venue',
  permission: 'venues.read',
  responses: { 200: anyVenue },
});

export const getVenueAlone = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/venue',
  summary: 'One venue, without its drinks',
  permission: 'venues.read',
  responses: { 200: anyVenue },
});

/** All drinks of the venue, or the requested page with its pagination. */
const drinksOfVenue = { drinks: z.array(drink), pagination: pagination.optional() };

export const getVenueWithDrinks = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}',
  summary:
    'One venue with its drinks, all of them or a page: the last one when there are fewer, or the one with a drink',
  permission: 'menu.read',
  query: z.object({
    pagination: paginationQuery(10, 50).removeDefault().optional(),
    /** Returns the page that contains this drink, if any. */
    drink: id.optional(),
  }),
  responses: {
    200: z.union([venueForSuperAdmin.extend(drinksOfVenue), venue.extend(drinksOfVenue)]),
  },
});

export const listIngredientSales = defineEndpoint({
  method: 'POST',
  reads: true,
  path: '/api/venues/{venueId}/ingredient-sales',
  summary: 'Servings sold of each of these ingredients; a double counts two',
  permission: 'stock.read',
  body: z.object({ ingredients: z.array(id).max(1000) }),
  bodyLimit: largeBodyBytes,
  responses: { 200: z.array(z.object({ ingredientId: z.string(), quantity: z.number() })) },
});

/**
 * What is worth doing and is no issue (`listIssues`): with inventory management, levels that are unknown because sales were
 * not deducted; a unit that is back or has no key; mails of the caller that are paused because their address was refused;
 * and, for super admins, stored figures that differ from the sales.
 */
const attention = z.object({
  kind: z.enum(attentionKinds),
  /** Null for mails and for figures. */
  unitNumber: z.number().nullable(),
  unitName,
  unitId: z.string().nullable(),
  text: z.string(),
});

/** A limit of the owner that is used to 90 % or more, over all venues; imageBytes are the bytes of all brand images. */
const nearlyFull = z.object({
  name: z.enum(quotaNames),
  used: z.number(),
  limit: z.number(),
  text: z.string(),
});

/** A step of a venue that has not sold yet; a card reader and contacts are not required for selling. */
const firstStep = z.object({ name: z.enum(firstStepNames), isDone: z.boolean() });

export const getVenueOverview = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/overview',
  summary:
    'Today so far in a time zone, when each unit last sold, what is worth doing, which limits are nearly reached, and the first steps of a venue that has not sold',
  permission: 'tonight.read',
  query: z.object({ timezone: plainText(64).default('America/Los_Angeles') }),
  responses: {
    200: z.object({
      /** The current day in the zone, or business day of a venue with a clock, and its figures so far. */
      day: z.string(),
      /** The running business day, which the figures are of; null for a venue without a clock. */
      night: night.nullable(),
      sales: money(),
      grossVolume: money(),
      orders: z.number(),
      servings: z.number(),
      refunds: money(),
      /** The same hours of the same weekday one week earlier, of the units that are compared; 0 without any. */
      weekBefore: z.object({ grossVolume: money(), orders: z.number() }),
      /** What weekBefore is compared with: today so far without the units that were not in contact on both days. */
      sameUnits: z.object({
        grossVolume: money(),
        orders: z.number(),
        leftOut: z.array(z.object({ unitNumber: z.number(), unitName })),
      }),
      units: z.array(
        z.object({
          unitId: z.string(),
          unitNumber: z.number(),
          unitName,
          category: z.string(),
          lastSoldAt: timeOut.nullable(),
          /** True when it has a key that is not revoked. */
          hasKey: z.boolean(),
          orders: z.number(),
          grossVolume: money(),
        }),
      ),
      attention: z.array(attention),
      nearlyFull: z.array(nearlyFull),
      /** In their order; empty once the venue has sold or all are done. */
      firstSteps: z.array(firstStep),
    }),
  },
});

/** A restock notice: the ingredient a unit ran short of and the recipients. resolvedAt is the time it was refilled. */
const notice = z.object({
  id: z.string(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  ingredientId: z.string(),
  ingredientName: z.string(),
  percent: z.number(),
  noticedAt: timeOut,
  resolvedAt: timeOut.nullable(),
  messages: z.array(
    z.object({
      channel: z.enum(['mail', 'sms']),
      recipient: z.string(),
      state: z.enum(['waiting', 'sending', 'sent', 'failed', 'uncertain']),
      sentAt: timeOut.nullable(),
      /**
       * Why the message was never sent (its state is failed): the recipient has not confirmed, or has declined; the
       * limit of the day was reached; or a notice of the same ingredient was sent within the hour before.
       */
      heldBecause: z.enum(['unconfirmed', 'declined', 'limit', 'repeated']).nullable(),
    }),
  ),
});

export const listNotices = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/notices',
  summary: 'The latest 50 restock notices of a venue, newest first, with whom they were sent to',
  permission: 'stock.read',
  responses: { 200: z.array(notice) },
});

const wall = z.object({
  id: z.string(),
  label: z.string(),
  /** True where its stream leaves out amounts. */
  hideMoney: z.boolean(),
  createdAt: timeOut,
  /** Name of the person; null for one that is deleted. */
  createdBy: z.string().nullable(),
  /** Last request or open stream, to the minute. */
  lastSeenAt: timeOut.nullable(),
});

/** Wall displays: screens without an account that show the live night of a venue. */
export const listWalls = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/walls',
  summary: 'The wall displays of a venue that are in use, newest first',
  permission: 'walls.manage',
  responses: { 200: z.array(wall) },
});

export const createWall = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/walls',
  summary:
    'Add a wall display: its link has a key that reads the live night of the venue and nothing else, and is only in this response',
  permission: 'walls.manage',
  body: z.object({ label: line(100, wallMessages.noLabel), hideMoney: z.boolean() }),
  responses: {
    201: z.object({
      wall,
      /** Path whose fragment is the key. */
      link: z.string(),
    }),
  },
});

export const revokeWall = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/walls/{wallId}',
  summary: 'Revoke a wall display: its stream ends within 10 seconds, and it begins no other',
  permission: 'walls.manage',
  responses: { 200: z.object({ revoked: z.literal(true) }) },
});

export const getWallNight = defineEndpoint({
  method: 'GET',
  path: '/api/walls/live',
  summary:
    'Tonight of the venue of a wall display, for its key as the bearer token; with Accept: text/event-stream as a stream of events',
  access: 'wall',
  permission: 'live.read',
  query: z.object({
    /** Of a venue without a clock. */
    timezone: plainText(64).default('UTC'),
  }),
  headers: z.object({
    accept: z.string().optional(),
    'last-event-id': z.string().optional(),
  }),
  responses: { 200: liveNight },
});
