/** Suppliers of an owner, and deliveries into storerooms. No response has a cost but the photo of an invoice. */
import { z } from 'zod';
import { deliveryMessages, mostBottles, mostDeliveryLines } from '../rules/stock/deliveries.ts';
import { mostDeliveryDays, mostLeadDays, stockOrderMessages } from '../rules/stock/stock-orders.ts';
import { millilitres } from './costs.ts';
import { defineEndpoint } from './endpoint.ts';
import { dollars, email, id, line, plainText, timeOut } from './fields.ts';
import { imageUpload, issuedUpload } from './settings.ts';

const supplier = z.object({
  id: z.string(),
  name: z.string(),
  /** Address for orders; empty without one. */
  email: z.string(),
  /** Days from one delivery to the next; null where that is not known. */
  deliveryDays: z.number().nullable(),
  /** Days from an order to its delivery. */
  leadDays: z.number(),
});

/** An address for orders, or none. */
const address = z.union([z.literal(''), email]);

const deliveryDays = z
  .number({ error: stockOrderMessages.badDeliveryDays })
  .int(stockOrderMessages.badDeliveryDays)
  .min(1, stockOrderMessages.badDeliveryDays)
  .max(mostDeliveryDays, stockOrderMessages.badDeliveryDays);

const leadDays = z
  .number({ error: stockOrderMessages.badLeadDays })
  .int(stockOrderMessages.badLeadDays)
  .min(0, stockOrderMessages.badLeadDays)
  .max(mostLeadDays, stockOrderMessages.badLeadDays);

export const listSuppliers = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/suppliers',
  summary: 'The suppliers of the owner of a venue, by name',
  permission: 'stock.read',
  responses: { 200: z.array(supplier) },
});

export const createSupplier = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/suppliers',
  summary: 'Add a supplier, for all venues of the owner',
  permission: 'costs.write',
  body: z.object({
    name: line(100),
    email: address.default(''),
    deliveryDays: deliveryDays.nullable().default(null),
    leadDays: leadDays.default(0),
  }),
  responses: { 201: supplier },
});

export const updateSupplier = defineEndpoint({
  method: 'PATCH',
  path: '/api/venues/{venueId}/suppliers/{id}',
  summary: 'Change the address of a supplier, and how often it delivers',
  permission: 'costs.write',
  body: z.object({
    email: address.optional(),
    deliveryDays: deliveryDays.nullable().optional(),
    leadDays: leadDays.optional(),
  }),
  responses: { 200: supplier },
});

export const deleteSupplier = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/suppliers/{id}',
  summary: 'Delete a supplier; deliveries and costs keep its name',
  permission: 'costs.write',
  responses: { 200: z.object({ id: z.string() }) },
});

const delivery = z.object({
  id: z.string(),
  at: timeOut,
  supplier: z.string(),
  storeId: z.string(),
  /** Also of a storeroom that was removed. */
  storeName: z.string().nullable(),
  /** Order that it was received of; null without one. */
  orderId: z.string().nullable(),
  /** Name of the person; null for a program. */
  by: z.string().nullable(),
  /** Null unless it was undone. */
  undoneAt: timeOut.nullable(),
  /** True with a photo of its invoice. */
  hasInvoice: z.boolean(),
  lines: z.array(
    z.object({
      ingredientId: z.string(),
      name: z.string(),
      bottles: z.number(),
      bottleMl: z.number(),
    }),
  ),
});

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/deliveries',
  summary: 'The last 200 deliveries to a venue, newest first',
  permission: 'stock.read',
  responses: { 200: z.array(delivery) },
});

export const bottles = z
  .number({ error: deliveryMessages.badBottles })
  .int(deliveryMessages.badBottles)
  .min(1, deliveryMessages.badBottles)
  .max(mostBottles, deliveryMessages.badBottles);

const deliveryLine = z.object({
  ingredientId: id,
  bottles,
  /** As in the order where it is left out, else as in the units. */
  bottleMl: millilitres.optional(),
  /** Of a bottle, from now on; only from those who may enter costs. The cost stays where it is left out. */
  cost: dollars.optional(),
});

export const createDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/deliveries',
  summary:
    'Receive a delivery into a storeroom: a movement, and a cost where one is named, for each line',
  permission: 'stock.refill',
  body: z.object({
    /** Chosen by the client: the same delivery again is received once. */
    key: line(100),
    /** Left out where orderId is named. */
    supplierId: id.optional(),
    /** Order that it is received of: its lines have come as far as they are delivered. */
    orderId: id.optional(),
    storeId: id,
    lines: z
      .array(deliveryLine)
      .min(1, deliveryMessages.nothing)
      .max(mostDeliveryLines, deliveryMessages.tooMany),
  }),
  responses: { 201: delivery },
});

export const undoDelivery = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/deliveries/{id}',
  summary:
    'Undo a delivery by the opposite movements, and withdraw its costs; what was counted since stays as it was counted',
  permission: 'costs.write',
  responses: { 200: delivery },
});

/** The photo of an invoice shows costs: unlike other images it is private, and read through the API alone. */
export const createInvoiceUpload = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/invoice-uploads',
  summary:
    'Get an address to PUT the photo of an invoice to; its key is then saved at the delivery',
  permission: 'stock.refill',
  body: imageUpload,
  responses: { 201: issuedUpload },
});

export const updateInvoice = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/deliveries/{id}/invoice',
  summary:
    'Save an uploaded photo as the invoice of a delivery; one that is there is replaced only by those who may enter costs',
  permission: 'stock.refill',
  body: z.object({ key: plainText(500) }),
  responses: { 200: delivery },
});

export const getInvoice = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/deliveries/{id}/invoice',
  summary: 'The photo of the invoice of a delivery, as a PNG that nothing may keep',
  permission: 'costs.read',
  responses: { 200: z.string() },
  responseType: 'file',
});

export const deleteInvoice = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/deliveries/{id}/invoice',
  summary: 'Remove the photo of the invoice of a delivery',
  permission: 'costs.write',
  responses: { 200: delivery },
});
