/** Units, their inventory and their card readers. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import {
  dollars,
  expectedFields,
  id,
  line,
  optionalLine,
  plainText,
  pointInTime,
  timeOut,
} from './fields.ts';
import { ingredient } from './ingredients.ts';
import { money } from './money.ts';
import { hasAtMostDecimals } from '../lib/money.ts';
import { parseUsPhone } from '../lib/phone.ts';
import { pricePercents, standardBarNames } from '../rules/drinks/standard-bars.ts';

export const unitCategory = z.enum(['ROTENDER_CLASSIC', 'BEERTENDER'], {
  error: 'Choose ROTENDER_CLASSIC or BEERTENDER',
});
export const unitModel = z.enum(['SOLO', 'MENU'], { error: 'Choose SOLO or MENU' });

/** Name of a unit in responses, beside its number; null without one. */
export const unitName = z.string().nullable();

/** Name of a unit in requests; null removes it. */
const nameInput = line(60, 'Enter a name, or null for none').nullable();

const inventoryEntry = z.object({
  ingredientId: z.string(),
  name: z.string(),
  price: money(),
  doublePrice: money(),
  positionInUnit: z.array(z.string()),
});

/**
 * A unit; unitNumber is unique over all venues and never reused. name is what its staff call it, such as `Rooftop left`;
 * null without one. discountRate is a fraction from 0 to 1.
 */
export const unit = z.object({
  _id: z.string(),
  unitNumber: z.number(),
  name: unitName,
  venueId: z.string(),
  category: unitCategory,
  model: unitModel,
  contacts: z.array(z.string()),
  discountRate: z.number(),
  idCheckingServiceHostName: z.string(),
  homeHelperText: z.string(),
  homeButtonImage: z.string(),
  stripeReaderId: z.string(),
  paxShift4ReaderId: z.string(),
  inventory: z.record(z.string(), inventoryEntry),
});

export const stripeReader = z.object({
  serialNumber: z.string(),
  displayName: z.string(),
  addressLine1: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  zipCode: z.string(),
});

/** The record of a card reader as the dashboard sends it; fields left out stay as they are. */
const stripeReaderChanges = z
  .object({
    serialNumber: optionalLine(100),
    displayName: optionalLine(200),
    addressLine1: optionalLine(200),
    city: optionalLine(100),
    state: optionalLine(100),
    country: optionalLine(100),
    zipCode: optionalLine(20),
  })
  .partial();

/**
 * A phone number in any form that is usual in the US; handlers get E.164 (+14155552671), and refuse new numbers outside
 * of the US and those of services.
 */
/** A US number; handlers get it in E.164. */
export const phoneNumber = line(40).transform((text, context) => {
  const number = parseUsPhone(text);
  if (number !== null) return number;
  context.addIssue({ code: 'custom', message: `${text} is not a US phone number` });
  return z.NEVER;
});

export const unitChanges = z
  .object({
    name: nameInput,
    model: unitModel,
    contacts: z.array(phoneNumber).max(50, 'Use at most 50 contacts'),
    discountRate: z
      .number({ error: 'Use a fraction from 0 to 1' })
      .min(0, 'Use a fraction from 0 to 1')
      .max(1, 'Use a fraction from 0 to 1')
      .refine((rate) => hasAtMostDecimals(rate, 4), 'Use at most four decimals'),
    idCheckingServiceHostName: optionalLine(253),
    homeHelperText: optionalLine(500),
    homeButtonImage: optionalLine(500),
    stripeReaderId: line(100),
    paxShift4ReaderId: line(100),
  })
  .partial()
  .extend({ expected: expectedFields });

/** Params of endpoints of one unit. */

export const listUnits = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/units',
  summary: 'The units of a venue, oldest first',
  permission: 'units.read',
  responses: { 200: z.array(unit) },
});

export const listUnitIngredients = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/units/{unitNumber}',
  summary: 'The ingredients of a unit in their order, as they stand in that unit',
  permission: 'stock.read',
  responses: { 200: z.array(ingredient) },
});

export const createUnit = defineEndpoint({
  method: 'POST',
  path: '/api/units/{venueId}',
  summary: 'Add a unit to a venue; its category cannot be changed afterwards',
  permission: 'units.write',
  body: z.object({
    category: unitCategory.optional(),
    name: nameInput.optional(),
    /** Of a unit that sold before it is added: its sales keep their dates from then on. */
    inServiceSince: pointInTime.optional(),
  }),
  responses: { 201: unit },
});

/**
 * The ingredients of a standard bar at their positions, full and with pictures, and its drinks, all or nothing. Prices
 * are a percentage of the standard ones, to quarters of a dollar. 400 for a bar of another category of unit, 409 for a
 * unit that has ingredients or drinks.
 */
export const addStandardBar = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/standard-bar',
  summary:
    'Fill an empty unit with a standard bar: ingredients with pictures, and drinks with prices',
  permission: 'ingredients.write',
  body: z.object({
    bar: z.enum(standardBarNames, { error: 'Choose a standard bar' }),
    pricePercent: z
      .number({ error: 'Enter a percentage of the standard prices' })
      .int('Use a whole percentage')
      .min(pricePercents.least, `Use at least ${pricePercents.least}%`)
      .max(pricePercents.most, `Use at most ${pricePercents.most}%`)
      .default(100),
  }),
  /** Numbers of what was added. */
  responses: {
    201: z.object({ unitNumber: z.number(), ingredients: z.number(), drinks: z.number() }),
  },
});

export const updateUnit = defineEndpoint({
  method: 'PUT',
  path: '/api/units/{unitNumber}',
  summary: 'Change the reader ids of a unit and the record of its card reader',
  permission: 'units.write',
  body: z.object({ unit: unitChanges.optional(), stripeReader: stripeReaderChanges.optional() }),
  responses: { 200: unit },
});

export const updateUnitDetails = defineEndpoint({
  method: 'PUT',
  path: '/api/units/updateUnitDetails/{unitNumber}',
  summary: 'Change a unit; fields left out stay as they are',
  permission: 'units.write',
  body: unitChanges,
  responses: { 200: unit },
});

export const updateUnitInventory = defineEndpoint({
  method: 'PUT',
  path: '/api/units/{unitNumber}/inventory',
  summary: 'Store the order of the ingredients in a unit, all or nothing',
  permission: 'ingredients.write',
  /**
   * The order of the pairs is stored; ingredients of the unit that are not named follow in their current order. With
   * `expected`, the ids in the order that the sender saw, 409 when they are in another order by now. Prices and
   * positions are not changed: 409 when they are not those of the unit.
   */
  body: z.object({
    expected: z.array(id).max(1000).optional(),
    updatedInventory: z
      .array(
        z.tuple([
          id,
          z
            .object({
              ingredientId: id,
              price: dollars,
              doublePrice: dollars,
              positionInUnit: z.array(plainText(3)).max(20),
            })
            .partial(),
        ]),
      )
      .max(1000),
  }),
  bodyLimit: largeBodyBytes,
  responses: { 200: unit },
});

export const deleteUnit = defineEndpoint({
  method: 'DELETE',
  path: '/api/units/{unitNumber}',
  summary: 'Delete a unit, its inventory and its drinks; what it sold stays',
  permission: 'units.write',
  responses: { 200: z.object({ unitNumber: z.number() }) },
});

export const getStripeReader = defineEndpoint({
  method: 'GET',
  path: '/api/stripe-readers/{id}',
  summary: 'The record of a card reader, by its id and the unit it serves',
  permission: 'units.read',
  query: z.object({ unitId: id.optional() }),
  responses: { 200: stripeReader },
});

/** Metadata of a unit key; the key itself is shown only once, on creation. */
const unitKey = z.object({
  id: z.string(),
  label: z.string(),
  createdAt: timeOut,
  lastUsedAt: timeOut.nullable(),
});

/** Keys with which units send their orders. */
export const listUnitKeys = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/keys',
  summary: 'The working keys of a unit, newest first',
  permission: 'keys.manage',
  responses: { 200: z.array(unitKey) },
});

export const createUnitKey = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/keys',
  summary: 'Make a key with which this unit sends its orders; it is shown only in this response',
  permission: 'keys.manage',
  recent: 'browser',
  body: z.object({ label: optionalLine(100).optional() }).optional(),
  responses: { 201: z.object({ id: z.string(), key: z.string() }) },
});

export const revokeUnitKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/units/{unitNumber}/keys/{id}',
  summary: 'Revoke a key: the unit that uses it is refused from now on',
  permission: 'keys.manage',
  responses: { 200: z.object({ revoked: z.literal(true) }) },
});

const menuPrice = z.object({
  id: z.string(),
  price: money(),
  discountedPrice: money().optional(),
  doublePrice: money().optional(),
  discountedDoublePrice: money().optional(),
});

/**
 * The menu a unit shows its customers, in ranking order. Prices are what an order is charged before tax:
 * discountedPrice is present, and is the charged price, while the confirmation-page flag is on for the unit and it has
 * a discount. available is false while an ingredient is out. Deactivated drinks and drinks with an ingredient that is
 * not stocked are left out; so is none that is sold out or outside of the hours of its category, which is not available
 * then. `availability` has the drinks that are available, or no longer, from a time on within the next 48 hours. Prices are those of price plans while they are in force; `prices` has the drinks that cost
 * something else from a time on within the next 48 hours, so that a unit without network switches on time.
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
    menuPrice.extend({
      name: z.string(),
      available: z.boolean(),
      /** Category of the menu. */
      menuCategory: z.string().optional(),
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
  /** Left out where no price switches. */
  prices: z.array(z.object({ from: timeOut, drinks: z.array(menuPrice) })).optional(),
  /** Left out where nothing switches. */
  availability: z
    .array(
      z.object({
        from: timeOut,
        drinks: z.array(z.object({ id: z.string(), available: z.boolean() })),
      }),
    )
    .optional(),
});

/** The menu that units show their customers. */
export const getUnitMenu = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/menu',
  summary:
    'What a unit shows its customers; If-None-Match with the last ETag returns 304 while nothing changed',
  access: 'unit',
  permission: 'menu.read',
  responses: { 200: unitMenu },
  revalidates: true,
});
