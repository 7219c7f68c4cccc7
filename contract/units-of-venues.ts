/** Units of all venues of an owner. */
import { z } from 'zod';
import { listedStates, listFilters, listOrders } from '../rules/units/unit-list.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, optionalLine, paginationQuery, plainText, timeOut } from './fields.ts';
import { unitName } from './units.ts';

export const listUnitsOfVenues = defineEndpoint({
  method: 'GET',
  path: '/api/units',
  summary:
    'Units of all venues that the caller may see, a page at a time, grouped by venue, with their states and what is wrong',
  permission: 'tonight.read',
  query: z.object({
    /** Of a super admin: whose. */
    ownerId: id.optional(),
    /** Part of the name or of the number. */
    search: optionalLine(100).optional(),
    /** attention: units that an alert is open about. */
    state: z.enum(listFilters, { error: `Use ${listFilters.join(', ')}` }).optional(),
    /** Within each venue. */
    sort: z.enum(listOrders, { error: `Use ${listOrders.join(', ')}` }).default('attention'),
    /** Of venues without a clock. */
    timezone: plainText(64).default('UTC'),
    pagination: paginationQuery(50, 200),
  }),
  responses: {
    200: z.object({
      asOf: timeOut,
      /** A page of them, in the order of `venues`. */
      units: z.array(
        z.object({
          unitId: z.string(),
          unitNumber: z.number(),
          unitName,
          venueId: z.string(),
          state: z.enum(listedStates),
          /** The state in words, or what the most urgent alert says. */
          text: z.string(),
          needsAttention: z.boolean(),
          lastContactAt: timeOut.nullable(),
        }),
      ),
      /** Those with units that the query selects, oldest first, with the number of these on all pages. */
      venues: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          units: z.number(),
          /** Number of them that need attention. */
          attention: z.number(),
        }),
      ),
    }),
  },
});
