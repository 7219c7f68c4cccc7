/** Renderings: the web page bundle that each venue shows at its public address. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { id, line, timeOut } from './fields.ts';

/** A published bundle; pathName is the venue name in lower case with each run of white space as one underscore. */
export const rendering = z.object({
  _id: z.string(),
  venueName: z.string(),
  pathName: z.string(),
  entryPagePath: z.string(),
  deployDate: timeOut,
});

export const listRenderings = defineCall({
  method: 'GET',
  path: '/api/renderings/list',
  summary: 'Published renderings, newest first',
  access: 'superAdmin',
  responses: { 200: z.array(rendering) },
  errorShape: 'message',
  notYet: 'Renderings cannot be listed yet',
});

export const createRendering = defineCall({
  method: 'POST',
  path: '/api/renderings/create',
  summary: "Publish a zip as a venue's rendering; replaces the venue's former one",
  access: 'superAdmin',
  bodyType: 'multipart',
  body: z.object({
    venueName: line(200),
    pathName: line(200),
    entryPagePath: line(500).default('index.html'),
    zipFile: z.string().meta({ format: 'binary' }),
  }),
  responses: { 201: rendering },
  errorShape: 'message',
  notYet: 'Renderings cannot be published yet',
});

export const deleteRendering = defineCall({
  method: 'DELETE',
  path: '/api/renderings/{id}',
  summary: 'Take a rendering and its public files away',
  access: 'superAdmin',
  params: z.object({ id }),
  responses: { 200: z.object({ deleted: z.literal(true) }) },
  errorShape: 'message',
  notYet: 'Renderings cannot be deleted yet',
});
