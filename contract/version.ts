import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const getVersion = defineEndpoint({
  method: 'GET',
  path: '/api/version/',
  summary: 'The version of this API',
  access: 'anyone',
  permission: 'public',
  responses: { 200: z.object({ version: z.string() }) },
});
