/** Owners, for super admins. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { email, id, line, pagination, paginationQuery } from './fields.ts';

/** An owner and their venues, oldest first. */
export const owner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  venues: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const listOwners = defineEndpoint({
  method: 'GET',
  path: '/api/admins/owners',
  summary: 'Owners by name, a page at a time',
  access: 'superAdmin',
  query: z.object({ pagination: paginationQuery(10, 100) }),
  responses: { 200: z.object({ owners: z.array(owner), pagination }) },
});

export const getOwner = defineEndpoint({
  method: 'GET',
  path: '/api/admins/owner/{id}',
  summary: 'One owner',
  access: 'superAdmin',
  params: z.object({ id }),
  responses: { 200: owner },
});

export const updateOwner = defineEndpoint({
  method: 'PUT',
  path: '/api/admins/owner/{id}',
  summary: 'Change the name or the email of an owner',
  access: 'superAdmin',
  params: z.object({ id }),
  body: z.object({ name: line(200), email }).partial(),
  responses: { 200: owner },
});
