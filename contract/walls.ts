/** Wall displays: screens without an account that show the live night of a venue. */
import { z } from 'zod';
import { wallMessages } from '../rules/walls/wall-messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, line, plainText, timeOut } from './fields.ts';
import { liveNight } from './live.ts';

const wall = z.object({
  id: z.string(),
  label: z.string(),
  /** True where its stream leaves out amounts. */
  hideMoney: z.boolean(),
  createdAt: timeOut,
  /** Name of the person; null for one that is deleted. */
  createdBy: z.string().nullable(),
  /** Last request or open stream, to the minute. */
  lastSeenAt: timeOut.nullable(),
});

const venueParams = z.object({ venueId: id });

export const listWalls = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/walls',
  summary: 'The wall displays of a venue that are in use, newest first',
  access: 'dashboard',
  permission: 'walls.manage',
  params: venueParams,
  responses: { 200: z.array(wall) },
});

export const createWall = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/walls',
  summary:
    'Add a wall display: its link has a key that reads the live night of the venue and nothing else, and is only in this response',
  access: 'dashboard',
  permission: 'walls.manage',
  params: venueParams,
  body: z.object({ label: line(100, wallMessages.noLabel), hideMoney: z.boolean() }),
  responses: {
    201: z.object({
      wall,
      /** Path whose fragment is the key. */
      link: z.string(),
    }),
  },
});

export const revokeWall = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/walls/{wallId}',
  summary: 'Revoke a wall display: its stream ends within 10 seconds, and it begins no other',
  access: 'dashboard',
  permission: 'walls.manage',
  params: venueParams.extend({ wallId: id }),
  responses: { 200: z.object({ revoked: z.literal(true) }) },
});

export const getWallNight = defineEndpoint({
  method: 'GET',
  path: '/api/walls/live',
  summary:
    'Tonight of the venue of a wall display, for its key as the bearer token; with Accept: text/event-stream as a stream of events',
  access: 'wall',
  permission: 'live.read',
  query: z.object({
    /** Of a venue without a clock. */
    timezone: plainText(64).default('UTC'),
  }),
  headers: z.object({
    accept: z.string().optional(),
    'last-event-id': z.string().optional(),
  }),
  responses: { 200: liveNight },
});
