/** Audit log of changes to money, secrets and access. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { epochMs, id, optionalLine, pagination, paginationQuery, timeOut } from './fields.ts';

/** One change: actor, affected owner, action, old and new value. Secrets appear only as their masked suffix. */
export const auditEntry = z.object({
  id: z.string(),
  at: timeOut,
  actor: z.string(),
  /** Id and name of the owner whose data was changed; null for the platform's own data. */
  onBehalfOf: z.string().nullable(),
  ownerName: z.string().nullable(),
  address: z.string(),
  /** Code of the action: `unit_key.created`. */
  action: z.string(),
  target: z.string(),
  result: z.string(),
  oldValue: z.record(z.string(), z.unknown()).nullable(),
  newValue: z.record(z.string(), z.unknown()).nullable(),
});

/** An owner sees changes to their own data; a super admin sees all changes, or those of one owner. */
const filters = {
  ownerId: id.optional(),
  /** Substring of the action's label, the target or the actor's name. */
  search: optionalLine(100).optional(),
  from: epochMs('Choose a start date').optional(),
  to: epochMs('Choose an end date').optional(),
};

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/audit',
  summary: 'The trail, newest first, a page at a time',
  access: 'dashboard',
  query: z.object({ ...filters, pagination: paginationQuery(20, 100) }),
  responses: { 200: z.object({ entries: z.array(auditEntry), pagination }) },
});

export const downloadAuditCsv = defineEndpoint({
  method: 'GET',
  path: '/api/audit.csv',
  summary: 'The trail as CSV, newest first, at most 10,000 entries',
  access: 'dashboard',
  query: z.object(filters),
  responses: { 200: z.string() },
  responseType: 'csv',
});
