/** Audit log of changes to money, secrets and access, and of sign-ins. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { auditMessages } from '../rules/messages.ts';
import { cursorPaging, epochMs, id, optionalLine, timeOut } from './fields.ts';

/** One change: actor, affected owner, action, old and new value. Secrets appear only as their masked suffix, and
 * credentials of a venue to its owner only by their name. */
export const auditEntry = z.object({
  id: z.string(),
  at: timeOut,
  /** Who made the change: the person's name and email at that time; empty and null when no user was signed in. */
  actorId: z.string().nullable(),
  actor: z.string(),
  actorEmail: z.string().nullable(),
  /** Role of a member of the owner's staff. */
  actorRole: z.string().optional(),
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

/** An owner sees changes to their own data and sign-ins of their people; a super admin sees all changes, or those of one owner. */
const filters = {
  ownerId: id.optional(),
  /** Substring of the action's label, the target, or the actor's name or email. */
  search: optionalLine(100).optional(),
  from: epochMs('Choose a start date').optional(),
  to: epochMs('Choose an end date').optional(),
};

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/audit',
  summary: 'The audit log, newest first, a page at a time',
  permission: 'audit.read',
  query: z.object({
    ...filters,
    /** The `next` of the previous page. */
    before: id.optional(),
    pagination: cursorPaging(20, 100, auditMessages.useBefore),
  }),
  responses: {
    200: z.object({
      entries: z.array(auditEntry),
      /**
       * Start of the next page; null on the last one. A search examines up to 10,000 entries per page, so a page may
       * have fewer entries than requested, or none, although another one follows.
       */
      next: z.string().nullable(),
    }),
  },
});

export const downloadAuditCsv = defineEndpoint({
  method: 'GET',
  path: '/api/audit.csv',
  summary: 'The audit log as CSV, newest first, at most 10,000 entries',
  permission: 'audit.read',
  query: z.object(filters),
  responses: { 200: z.string() },
  responseType: 'csv',
});
