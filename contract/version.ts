import { z } from 'zod';
import { defineCall } from './call.ts';

export const getVersion = defineCall({
  method: 'GET',
  path: '/api/version/',
  summary: 'The version of this API',
  access: 'anyone',
  responses: { 200: z.object({ version: z.string() }) },
});
