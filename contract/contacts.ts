/** Contacts of units, who get restock notices. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { line, timeOut } from './fields.ts';
import { unitParams } from './units.ts';

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
  permission: 'units.write',
  params: unitParams,
  responses: { 200: z.array(contact) },
});

export const requestContactConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/contacts/confirmation',
  summary: 'Ask a contact that has not confirmed again, at most three times a day',
  access: 'dashboard',
  permission: 'units.write',
  params: unitParams,
  body: z.object({ number: line(40) }),
  responses: { 202: z.object({ number: z.string() }) },
});
