/** Images: the browser uploads them directly to object storage through a presigned URL. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, line } from './fields.ts';

/** Maximum size of an image in bytes. */
export const mostImageBytes = 5_000_000;

export const createUpload = defineEndpoint({
  method: 'POST',
  path: '/api/files/brand-images',
  summary: 'Get an address to PUT a brand image to; its key is then saved as imageURL',
  access: 'dashboard',
  permission: 'ingredients.write',
  body: z.object({
    venueId: id,
    fileName: line(200),
    contentType: z.literal('image/png', { error: 'Send a PNG image' }),
    sizeBytes: z
      .number({ error: 'Say how large the image is' })
      .int('Use whole bytes')
      .min(1, 'The image is empty')
      .max(mostImageBytes, 'Use an image of at most 5 MB'),
  }),
  responses: { 201: z.object({ key: z.string(), uploadUrl: z.string() }) },
});
