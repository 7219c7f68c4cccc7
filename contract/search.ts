/** Search of the command palette over what an owner has. */
import { z } from 'zod';
import { searchedKinds } from '../rules/search/search-words.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, line } from './fields.ts';

const searchResult = z.object({
  kind: z.enum(searchedKinds),
  /** Of the venue, unit, ingredient or person, or of one of the drinks of the name in the venue. */
  id: z.string(),
  /** `Unit 1042`, or the name. */
  text: z.string(),
  /** Where it is, such as `Back bar, Rooftop Bar`; the email of a person. */
  detail: z.string(),
  /** Screen of the dashboard that shows it, from its root: `/units/1042?venue=…`. */
  link: z.string(),
});

export const searchAll = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Venues, units, ingredients, drinks and people whose name, number or email contains all words, in any case and without regard to accents; at most 20, those that begin with the first word first within each kind. What the caller may not read is left out',
  permission: 'venues.read',
  query: z.object({
    q: line(100, 'Enter what to search for'),
    /** Of a super admin: whose. */
    ownerId: id.optional(),
  }),
  responses: { 200: z.object({ results: z.array(searchResult) }) },
});
