/** Units, their inventory, their card readers and their keys. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { dollars, expectedFields, id, line, optionalLine, plainText, timeOut } from './fields.ts';
import { ingredient } from './ingredients.ts';
import { hasAtMostDecimals } from '../lib/money.ts';
import { parseUsPhone } from '../lib/phone.ts';

export const unitCategory = z.enum(['ROTENDER_CLASSIC', 'BEERTENDER'], {
  error: 'Choose ROTENDER_CLASSIC or BEERTENDER',
});
export const unitModel = z.enum(['SOLO', 'MENU'], { error: 'Choose SOLO or MENU' });

const inventoryEntry = z.object({
  ingredientId: z.string(),
  name: z.string(),
  price: z.number(),
  doublePrice: z.number(),
  positionInUnit: z.array(z.string()),
});

/** A unit; unitNumber is unique over all venues and never reused. discountRate is a fraction from 0 to 1. */
export const unit = z.object({
  _id: z.string(),
  unitNumber: z.number(),
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
const phoneNumber = line(40).transform((text, context) => {
  const number = parseUsPhone(text);
  if (number !== null) return number;
  context.addIssue({ code: 'custom', message: `${text} is not a US phone number` });
  return z.NEVER;
});

const unitChanges = z
  .object({
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

const unitNumber = z.object({ unitNumber: id });

export const listUnits = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/units',
  summary: 'The units of a venue, oldest first',
  access: 'dashboard',
  params: z.object({ venueId: id }),
  responses: { 200: z.array(unit) },
});

export const listUnitIngredients = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/units/{unitNumber}',
  summary: 'The ingredients of a unit in their order, as they stand in that unit',
  access: 'dashboard',
  params: z.object({ venueId: id, unitNumber: id }),
  responses: { 200: z.array(ingredient) },
});

export const createUnit = defineEndpoint({
  method: 'POST',
  path: '/api/units/{venueId}',
  summary: 'Add a unit to a venue; its category cannot be changed afterwards',
  access: 'dashboard',
  params: z.object({ venueId: id }),
  body: z.object({ category: unitCategory.optional() }),
  responses: { 201: unit },
});

export const updateUnit = defineEndpoint({
  method: 'PUT',
  path: '/api/units/{unitNumber}',
  summary: 'Change the reader ids of a unit and the record of its card reader',
  access: 'dashboard',
  params: unitNumber,
  body: z.object({ unit: unitChanges.optional(), stripeReader: stripeReaderChanges.optional() }),
  responses: { 200: unit },
});

export const updateUnitDetails = defineEndpoint({
  method: 'PUT',
  path: '/api/units/updateUnitDetails/{unitNumber}',
  summary: 'Change a unit; fields left out stay as they are',
  access: 'dashboard',
  params: unitNumber,
  body: unitChanges,
  responses: { 200: unit },
});

export const updateUnitInventory = defineEndpoint({
  method: 'PUT',
  path: '/api/units/{unitNumber}/inventory',
  summary: 'Store the order of the ingredients in a unit, all or nothing',
  access: 'dashboard',
  params: unitNumber,
  /** The order of the pairs is stored; ingredients of the unit that are not named follow in their current order. */
  body: z.object({
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
  access: 'dashboard',
  params: unitNumber,
  responses: { 200: z.object({ unitNumber: z.number() }) },
});

export const getStripeReader = defineEndpoint({
  method: 'GET',
  path: '/api/stripe-readers/{id}',
  summary: 'The record of a card reader, by its id and the unit it serves',
  access: 'dashboard',
  params: z.object({ id }),
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

export const listUnitKeys = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/keys',
  summary: 'The working keys of a unit, newest first',
  access: 'dashboard',
  params: unitNumber,
  responses: { 200: z.array(unitKey) },
});

export const createUnitKey = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/keys',
  summary: 'Make a key with which this unit sends its orders; it is shown only in this response',
  access: 'dashboard',
  params: unitNumber,
  body: z.object({ label: optionalLine(100).optional() }).optional(),
  responses: { 201: z.object({ id: z.string(), key: z.string() }) },
});

export const revokeUnitKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/units/{unitNumber}/keys/{id}',
  summary: 'Revoke a key: the unit that uses it is refused from now on',
  access: 'dashboard',
  params: z.object({ unitNumber: id, id }),
  responses: { 200: z.object({ revoked: z.literal(true) }) },
});

/**
 * A contact of a unit, and whether its holder allows restock notices of the owner: for all units, since a number is
 * confirmed once. requestedAt is when the holder was last asked by text message; heldBack is true when that was not done
 * because of a limit.
 */
const contact = z.object({
  number: z.string(),
  state: z.enum(['waiting', 'confirmed', 'declined']),
  requestedAt: timeOut.nullable(),
  heldBack: z.boolean(),
});

export const listContacts = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/contacts',
  summary: 'The contacts of a unit, and which of them have confirmed',
  access: 'dashboard',
  params: unitNumber,
  responses: { 200: z.array(contact) },
});

export const requestContactConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/contacts/confirmation',
  summary: 'Ask a contact that has not confirmed again, at most three times a day',
  access: 'dashboard',
  params: unitNumber,
  body: z.object({ number: line(40) }),
  responses: { 202: z.object({ number: z.string() }) },
});

/**
 * The menu a unit shows its customers, in ranking order. Prices are what an order is charged before tax:
 * discountedPrice is present, and is the charged price, while the confirmation-page flag is on for the unit and it has
 * a discount. available is false while an ingredient is out. Deactivated drinks and drinks with an ingredient that is
 * not stocked are left out.
 */
export const unitMenu = z.object({
  unitNumber: z.number(),
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
      price: z.number(),
      discountedPrice: z.number().optional(),
      doublePrice: z.number().optional(),
      discountedDoublePrice: z.number().optional(),
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
  params: unitNumber,
  responses: { 200: unitMenu },
  revalidates: true,
});
