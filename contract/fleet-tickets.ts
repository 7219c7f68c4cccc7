/** Tickets of the support and the page of a unit, for super administrators. */
import { z } from 'zod';
import {
  longestNote,
  longestSubject,
  ticketFilters,
  ticketMessages,
  ticketStates,
} from '../rules/fleet/tickets.ts';
import { defineEndpoint } from './endpoint.ts';
import { cursorPaging, id, line, lines, timeOut } from './fields.ts';
import { fleetUnit } from './fleet.ts';
import { readerStates } from '../rules/health/contact-state.ts';
import { unitCategory, unitName } from './units.ts';

const person = z.object({ id: z.string(), name: z.string() });

/** changedAt is the time of the last change or note. openedBy is the name of the person at that time. */
const ticket = z.object({
  id: z.string(),
  subject: z.string(),
  state: z.enum(ticketStates),
  /** Null without one. */
  assignee: person.nullable(),
  openedAt: timeOut,
  openedBy: z.string(),
  changedAt: timeOut,
  /** Number of notes. */
  notes: z.number(),
  unit: z.object({ id: z.string(), number: z.number(), name: unitName }),
  venue: z.object({ id: z.string(), name: z.string() }),
  owner: z.object({ id: z.string(), name: z.string() }),
});

const note = z.object({
  id: z.string(),
  at: timeOut,
  person: z.string(),
  note: z.string(),
  /** Whether the people of the venue see it, among the events of the unit. */
  shared: z.boolean(),
});

/** Notes oldest first. */
const ticketWithNotes = ticket.extend({ notes: z.array(note) });

/** Super administrators, by name. */
const assignees = z.array(person);

const subject = line(longestSubject, ticketMessages.noSubject);
const state = z.enum(ticketStates, { error: ticketMessages.unknownState });
const noteText = z
  .string({ error: ticketMessages.noNote })
  .trim()
  .min(1, ticketMessages.noNote)
  .pipe(lines(longestNote));

const ofSupport = {
  permission: 'platform.manage',
  hidden: true,
} as const;

export const listSupportTickets = defineEndpoint({
  method: 'GET',
  path: '/api/admins/tickets',
  summary: 'Tickets of the support on the units of all owners, newest first, a page at a time',
  ...ofSupport,
  query: z.object({
    /** `active` are those that are open or waiting. */
    state: z.enum(ticketFilters, { error: ticketMessages.unknownFilter }).optional(),
    /** Id of a super administrator, or `none`. */
    assignee: id.optional(),
    /** Id or number of a unit. */
    unit: id.optional(),
    /** next of the previous page. */
    before: id.optional(),
    pagination: cursorPaging(50, 200, ticketMessages.useBefore),
  }),
  responses: {
    200: z.object({
      tickets: z.array(ticket),
      /** Null for the last page. */
      next: z.string().nullable(),
      assignees,
    }),
  },
});

export const createSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/admins/tickets',
  summary: 'Open a ticket on a unit; the same again, by its key, is opened once',
  ...ofSupport,
  body: z.object({
    key: line(100),
    /** By id or number. */
    unit: id,
    subject,
    assigneeId: id.nullable().default(null),
    /** Its first note; none where it is empty. */
    note: lines(longestNote).default(''),
    /** Whether the people of the venue see that note. */
    shared: z.boolean().default(false),
  }),
  responses: { 201: ticketWithNotes },
});

export const updateSupportTicket = defineEndpoint({
  method: 'PATCH',
  path: '/api/admins/tickets/{ticketId}',
  summary: 'Change the subject, the state or the assignee of a ticket',
  ...ofSupport,
  body: z.object({
    subject: subject.optional(),
    state: state.optional(),
    /** Null for none. */
    assigneeId: id.nullable().optional(),
  }),
  responses: { 200: ticketWithNotes },
});

export const addSupportNote = defineEndpoint({
  method: 'POST',
  path: '/api/admins/tickets/{ticketId}/notes',
  summary:
    'Add a note to a ticket; people of the venue see it among the events of the unit where it is shared, and no other',
  ...ofSupport,
  /** The same again, by its key, is added once. */
  body: z.object({ key: line(100), note: noteText, shared: z.boolean().default(false) }),
  responses: { 201: ticketWithNotes },
});

export const getFleetUnit = defineEndpoint({
  method: 'GET',
  path: '/api/admins/fleet/{unitNumber}',
  summary:
    'A unit for the support: its figures, its contact and refused sales of the last 30 days, the software that it had, and 20 of its tickets',
  ...ofSupport,
  /** A ticket of the unit that is not among the newest: it and those before it. */
  query: z.object({ ticket: id.optional() }),
  responses: {
    200: fleetUnit
      .pick({ unitId: true, unitNumber: true, unitName: true, venue: true, owner: true })
      .extend({
        category: unitCategory,
        timezone: z.string(),
        createdAt: timeOut,
        /** Null unless the unit is deleted. */
        deletedAt: timeOut.nullable(),
        /** Null where none have been made. */
        figures: fleetUnit.nullable(),
        contact: z.object({
          lastContactAt: timeOut.nullable(),
          /** End of the last time without contact of more than 15 minutes. */
          since: timeOut.nullable(),
          /** Times without contact of more than a quarter of an hour and the present one, newest first. */
          offline: z.array(z.object({ from: timeOut, until: timeOut.nullable() })),
          /** The last report of the unit; null without one. */
          heartbeat: z
            .object({
              receivedAt: timeOut,
              startedAt: timeOut.nullable(),
              reader: z.enum(readerStates),
              queuedSales: z.number().nullable(),
              clockSkewMs: z.number().nullable(),
            })
            .nullable(),
        }),
        /** Each with its first heartbeat, newest first, at most 50. */
        software: z.array(z.object({ software: z.string(), since: timeOut })),
        /** Reasons, and how often each sale was sent, newest first, at most 100; nothing of the sale itself. */
        refusedSales: z.array(
          z.object({
            at: timeOut,
            times: z.number(),
            message: z.string(),
            state: z.enum(['open', 'taken', 'dismissed']),
          }),
        ),
        /** Newest first. */
        tickets: z.array(ticketWithNotes),
        /** False for a page after the first. */
        newestTickets: z.boolean(),
        /** Names the next page; null for the last one. */
        nextTicket: z.string().nullable(),
        assignees,
      }),
  },
});
