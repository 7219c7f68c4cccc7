/** Breakdowns of the reports of a venue that people keep for themselves. */
import { z } from 'zod';
import { isEmptyUpdate } from '../lib/lists.ts';
import { dateMessages } from '../lib/time-in-zone.ts';
import { breakdownKinds, breakdownMessages } from '../rules/reports/breakdown.ts';
import { spanNames, viewMessages } from '../rules/reports/report-spans.ts';
import { parseSort } from '../rules/reports/breakdown-table.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, line, plainText } from './fields.ts';
import { day } from './nights.ts';

const settings = {
  by: z.enum(breakdownKinds, { error: breakdownMessages.unknownKind }),
  /** A column such as `sales`, descending as `-sales`; null for the usual order. */
  sort: plainText(20)
    .refine((text) => parseSort(text) !== null, viewMessages.unknownSort)
    .nullable()
    .default(null),
  /** Days by name, which move on with time; or else from and to. */
  span: z.enum(spanNames, { error: viewMessages.unknownSpan }).nullable().default(null),
  from: day.nullable().default(null),
  to: day.nullable().default(null),
  /** Number of a unit; null for all of the venue. */
  unit: z
    .int({ error: viewMessages.unknownUnit })
    .positive(viewMessages.unknownUnit)
    .nullable()
    .default(null),
};

/** Days are those of a span, or from the first to the last of their own. */
const consistent = <Schema extends z.ZodType<Settings>>(schema: Schema) =>
  schema
    .refine(({ span, from, to }) => (span === null) === (from !== null && to !== null), {
      path: ['span'],
      error: viewMessages.eitherDays,
    })
    .refine(({ from, to }) => from === null || to === null || from <= to, {
      path: ['to'],
      error: dateMessages.daysReversed,
    });

type Settings = Record<'span' | 'from' | 'to', string | null>;

const name = line(60, viewMessages.needsName);

const reportView = z.object({
  id: z.string(),
  venueId: z.string(),
  venueName: z.string(),
  name: z.string(),
  by: z.enum(breakdownKinds),
  sort: z.string().nullable(),
  span: z.enum(spanNames).nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  unit: z.number().nullable(),
});

export const listReportViews = defineEndpoint({
  method: 'GET',
  path: '/api/report-views',
  summary: "List the caller's own saved breakdowns, by name",
  permission: 'reports.read',
  responses: { 200: z.array(reportView) },
});

export const createReportView = defineEndpoint({
  method: 'POST',
  path: '/api/report-views',
  summary: 'Save a breakdown of a venue by a name',
  permission: 'reports.read',
  body: consistent(z.object({ venueId: id, name, ...settings })),
  responses: { 201: reportView },
});

export const updateReportView = defineEndpoint({
  method: 'PATCH',
  path: '/api/report-views/{id}',
  summary: 'Rename a saved breakdown of the caller, or replace what it shows',
  permission: 'reports.read',
  body: z
    .object({ name, settings: consistent(z.object(settings)) })
    .partial()
    .refine((body) => !isEmptyUpdate(body), { path: ['name'], error: viewMessages.needsName }),
  responses: { 200: reportView },
});

export const deleteReportView = defineEndpoint({
  method: 'DELETE',
  path: '/api/report-views/{id}',
  summary: 'Delete a saved breakdown of the caller, and the mails of it',
  permission: 'reports.read',
  responses: { 200: z.object({ deleted: z.literal(true) }) },
});
