/** Terms and conditions: the platform's text, and per-account text that overrides it. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { id, lines } from './fields.ts';

const terms = lines(100_000);
/** A stored text and the id it is updated by. */
export const setting = z.object({ id: z.string(), terms: z.string() });

export const getSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  summary: "The platform's setting, open to anyone",
  access: 'anyone',
  permission: 'public',
  responses: { 200: setting },
});

export const updateSetting = defineEndpoint({
  method: 'PUT',
  path: '/api/settings/{id}',
  summary: 'Replace the terms of one setting',
  access: 'dashboard',
  permission: 'settings.write',
  params: z.object({ id }),
  body: z.object({ terms }),
  bodyLimit: largeBodyBytes,
  responses: { 200: setting },
});

export const getTerms = defineEndpoint({
  method: 'GET',
  path: '/api/settings/terms',
  summary:
    "The terms that hold for this account (or for ownerId, when a super admin acts): its own, else the platform's",
  access: 'account',
  permission: 'account.use',
  query: z.object({ ownerId: id.optional() }),
  responses: { 200: z.object({ terms: z.string() }) },
});

export const updateTerms = defineEndpoint({
  method: 'PATCH',
  path: '/api/settings',
  summary:
    "Replace the terms of this account; a super admin names the owner they act for, or replaces the platform's",
  access: 'dashboard',
  permission: 'settings.write',
  query: z.object({ ownerId: id.optional() }),
  body: z.object({ terms }),
  bodyLimit: largeBodyBytes,
  responses: { 200: setting },
});
