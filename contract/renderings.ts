/** Renderings: the web page bundle served at each venue's public address. */
import { z } from 'zod';
import { renderingMessages } from '../rules/renderings/rendering-messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { line, optionalLine, timeOut } from './fields.ts';

/**
 * A published bundle; pathName is the venue name in lower case with each run of white space as one underscore. url is
 * the public URL of its entry page; previous is the bundle it replaced, which can be restored.
 */
export const rendering = z.object({
  _id: z.string(),
  venueName: z.string(),
  pathName: z.string(),
  entryPagePath: z.string(),
  deployDate: timeOut,
  url: z.string(),
  previous: z.object({ id: z.string(), deployDate: timeOut }).nullable(),
});

export const listRenderings = defineEndpoint({
  method: 'GET',
  path: '/api/renderings/list',
  summary: 'Published renderings, newest first',
  permission: 'platform.manage',
  responses: { 200: z.array(rendering) },
  errorShape: 'message',
});

export const createRendering = defineEndpoint({
  method: 'POST',
  path: '/api/renderings/create',
  summary: "Publish a zip as a venue's rendering; replaces the venue's former one",
  permission: 'platform.manage',
  bodyType: 'multipart',
  body: z.object({
    venueName: line(200, renderingMessages.noVenueName),
    /** Optional; must equal the derived name when present. */
    pathName: optionalLine(200).optional(),
    entryPagePath: line(500, renderingMessages.noEntryPage).default('index.html'),
    /** At most 100 MB, 5,000 files and 300 MB unpacked. */
    zipFile: z.string().meta({ format: 'binary' }),
  }),
  responses: { 201: rendering },
  errorShape: 'message',
});

export const deleteRendering = defineEndpoint({
  method: 'DELETE',
  path: '/api/renderings/{id}',
  summary: 'Take a rendering and its public files away',
  permission: 'platform.manage',
  responses: { 200: z.object({ deleted: z.literal(true) }) },
  errorShape: 'message',
});

export const restoreRendering = defineEndpoint({
  method: 'PUT',
  path: '/api/renderings/{id}/restore',
  summary:
    'Bring back the bundle that a newer one has replaced; the newer one can be brought back then',
  permission: 'platform.manage',
  responses: { 200: rendering },
  errorShape: 'message',
});
