/** Terms and conditions: the platform's text, and per-account text that overrides it. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { id, line, lines } from './fields.ts';
import { pickMessages } from '../rules/files/image-key.ts';
import { imageMessages } from '../rules/messages.ts';

const terms = lines(100_000);
/** A stored text and the id it is updated by. */
export const setting = z.object({ id: z.string(), terms: z.string() });

export const getSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  summary: "The platform's setting, open to anyone",
  permission: 'public',
  responses: { 200: setting },
});

export const updateSetting = defineEndpoint({
  method: 'PUT',
  path: '/api/settings/{id}',
  summary: 'Replace the terms of one setting',
  permission: 'settings.write',
  body: z.object({ terms }),
  bodyLimit: largeBodyBytes,
  responses: { 200: setting },
});

export const getTerms = defineEndpoint({
  method: 'GET',
  path: '/api/settings/terms',
  summary:
    "The terms that hold for this account (or for ownerId, when a super admin acts): its own, else the platform's",
  permission: 'account.use',
  query: z.object({ ownerId: id.optional() }),
  responses: { 200: z.object({ terms: z.string() }) },
});

export const updateTerms = defineEndpoint({
  method: 'PATCH',
  path: '/api/settings',
  summary:
    "Replace the terms of this account; a super admin names the owner they act for, or replaces the platform's",
  permission: 'settings.write',
  query: z.object({ ownerId: id.optional() }),
  body: z.object({ terms }),
  bodyLimit: largeBodyBytes,
  responses: { 200: setting },
});

export const getSupport = defineEndpoint({
  method: 'GET',
  path: '/api/support',
  summary: 'Whom the people who use this installation ask for help',
  permission: 'account.use',
  responses: {
    200: z.object({
      /** An email address, an https address, or any other text such as a phone number; null where none is set. */
      contact: z.string().nullable(),
    }),
  },
});

export const getVersion = defineEndpoint({
  method: 'GET',
  path: '/api/version/',
  summary: 'The version of this API',
  permission: 'public',
  responses: { 200: z.object({ version: z.string() }) },
});

/** Maximum size of an image in bytes. */
export const mostImageBytes = 5_000_000;

/** An image that is to be uploaded. */
export const imageUpload = z.object({
  fileName: line(200),
  contentType: z.literal('image/png', { error: 'Send a PNG image' }),
  sizeBytes: z
    .number({ error: 'Say how large the image is' })
    .int('Use whole bytes')
    .min(1, pickMessages.empty)
    .max(mostImageBytes, imageMessages.tooHeavy),
});

/** Key under which an image is stored, and the address to which it is sent. */
export const issuedUpload = z.object({ key: z.string(), uploadUrl: z.string() });

/** Images: the browser uploads them directly to object storage through a presigned URL. */
export const createUpload = defineEndpoint({
  method: 'POST',
  path: '/api/files/brand-images',
  summary: 'Get an address to PUT a brand image to; its key is then saved as imageURL',
  permission: 'ingredients.write',
  body: imageUpload.extend({ venueId: id }),
  responses: { 201: issuedUpload },
});
