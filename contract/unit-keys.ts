/** Keys with which units send their orders. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, optionalLine, timeOut } from './fields.ts';
import { unitParams } from './units.ts';

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
  permission: 'keys.manage',
  params: unitParams,
  responses: { 200: z.array(unitKey) },
});

export const createUnitKey = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/keys',
  summary: 'Make a key with which this unit sends its orders; it is shown only in this response',
  access: 'dashboard',
  permission: 'keys.manage',
  recent: 'browser',
  params: unitParams,
  body: z.object({ label: optionalLine(100).optional() }).optional(),
  responses: { 201: z.object({ id: z.string(), key: z.string() }) },
});

export const revokeUnitKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/units/{unitNumber}/keys/{id}',
  summary: 'Revoke a key: the unit that uses it is refused from now on',
  access: 'dashboard',
  permission: 'keys.manage',
  params: z.object({ unitNumber: id, id }),
  responses: { 200: z.object({ revoked: z.literal(true) }) },
});
