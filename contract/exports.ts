/** Raw rows as files for other programs. */
import { z } from 'zod';
import { exportFormats, exportKinds } from '../rules/exports/raw-rows.ts';
import { defineEndpoint } from './endpoint.ts';
import { epochMs, id, plainText } from './fields.ts';

export const downloadRows = defineEndpoint({
  method: 'GET',
  path: '/api/exports/{kind}',
  summary:
    'Raw rows of a venue in the order of their sales, as CSV, JSON Lines or Parquet; times are UTC, amounts whole cents',
  permission: 'reports.export',
  params: { kind: z.enum(exportKinds) },
  query: z
    .object({
      venueId: id,
      /** Of the sales, or of the movements; both ends included. */
      startDate: epochMs('Choose a start date'),
      endDate: epochMs('Choose an end date'),
      format: z.enum(exportFormats),
      /** Continues after a sale, whose rows are left out: its `sold_at`, `_` and its `sale_id`; at and id of a movement. */
      after: plainText(100).optional(),
    })
    .refine((query) => query.startDate <= query.endDate, {
      path: ['endDate'],
      error: 'The end date is before the start date',
    }),
  responses: { 200: z.string() },
  responseType: 'file',
});
