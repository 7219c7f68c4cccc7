/** The trail of what happened to money, secrets and access. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { epochMs, id, optionalLine, pagination, paginationQuery, timeOut } from './fields.ts';

/** One change: who, for whom, what, from what to what. Secrets appear by their masked end only. */
export const auditEntry = z.object({
  id: z.string(),
  at: timeOut,
  actor: z.string(),
  /** The owner whose things were changed, by id and name; null for the platform's. */
  onBehalfOf: z.string().nullable(),
  ownerName: z.string().nullable(),
  address: z.string(),
  action: z.string(),
  target: z.string(),
  result: z.string(),
  oldValue: z.record(z.string(), z.unknown()).nullable(),
  newValue: z.record(z.string(), z.unknown()).nullable(),
});

/** An owner sees what was done to their things; a super admin everything, or one owner's. */
const filters = {
  ownerId: id.optional(),
  /** Part of the action, the target or the actor's name. */
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
