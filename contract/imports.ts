/** Imports of past sales: read a file, preview what it would store, import it, and take the import back. */
import { z } from 'zod';
import { importFields } from '../rules/imports/import-columns.ts';
import { importStates } from '../rules/imports/import-states.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, pagination, paginationQuery, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';

const field = z.enum(importFields);

/** What a person has decided about a file that does not show it itself. */
export const importChoices = z.object({
  /** Name of the column of a field; empty to leave the field out. */
  columns: z.partialRecord(field, plainText(1000)).default({}),
  dates: z.enum(['month-first', 'day-first']).optional(),
  decimalSign: z.enum(['.', ',']).optional(),
  /** Meaning of words in the columns with the state. */
  states: z.record(plainText(200), z.enum(importStates)).default({}),
  /** Whether lines below zero take earlier sales back. */
  belowZero: z.enum(['refunds', 'skip']).optional(),
});

const example = z.object({ line: z.number(), text: z.string() });

/** Decision over the whole file, who made it, and the line that proves it; null where nothing depends on it. */
const decision = z.object({
  value: z.string().nullable(),
  by: z.enum(['choice', 'file', 'system']).nullable(),
  example: example.nullable(),
});

/** A question without whose choice nothing is imported; subject is the field or the word that it is about. */
const question = z.object({
  about: z.enum(['dates', 'decimal sign', 'state', 'column', 'below zero']),
  subject: z.string(),
  text: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  example,
});

const counts = {
  stored: z.number(),
  refunded: z.number(),
  alreadyThere: z.number(),
  leftOut: z.number(),
  rejected: z.number(),
  /** Before tax and tips, without refunded sales. */
  amount: money(),
};

/**
 * The file as it is read, and what the import would store; sales is null while questions are open. choices are those
 * that the file is read with; remembered says that they include choices for an earlier file with the same columns.
 */
export const importPreview = z.object({
  encoding: z.string(),
  delimiter: z.string(),
  headerLine: z.number(),
  header: z.array(z.string()),
  system: z.string().nullable(),
  columns: z.array(
    z.object({ field, column: z.string(), reason: z.enum(['mapped', 'system', 'name']) }),
  ),
  stateColumns: z.array(z.string()),
  dates: decision,
  decimalSign: decision,
  choices: importChoices,
  remembered: z.boolean(),
  questions: z.array(question),
  sales: z
    .object({
      ...counts,
      lines: z.number(),
      refundLines: z.number(),
      /** Lines that are not stored, by reason; with the numbers of the first hundred. */
      unstored: z.array(
        z.object({
          reason: z.string(),
          isRejected: z.boolean(),
          count: z.number(),
          lines: z.array(z.number()),
        }),
      ),
      days: z.array(z.object({ day: z.string(), sales: z.number(), amount: money() })),
      newDrinks: z.array(z.object({ name: z.string(), sales: z.number() })),
    })
    .nullable(),
});

/** An import. progress is from 0 to 1 while it runs or is taken back; note says what to do where it stopped. */
export const salesImport = z.object({
  id: z.string(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName: z.string().nullable(),
  fileName: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'taking back', 'taken back']),
  progress: z.number(),
  startedAt: timeOut,
  endedAt: timeOut.nullable(),
  takenBack: z.number(),
  /** True where rejected lines can be downloaded. */
  hasRejectedLines: z.boolean(),
  note: z.string().nullable(),
  ...counts,
});

const form = z.object({
  /** Id or number of the unit that made the sales. */
  unitId: id,
  /** IANA name of the zone of times without an offset. */
  timezone: plainText(64),
  /** JSON of the choices; without it, those for an earlier file with the same columns are used. */
  choices: plainText(20_000).optional(),
  /** CSV of at most 100 MB. */
  file: z.string().meta({ format: 'binary' }),
});

export const previewImport = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/imports/preview',
  summary: 'Read a file of past sales and show what its import would store; nothing is stored',
  permission: 'sales.write',
  bodyType: 'multipart',
  body: form,
  responses: { 200: importPreview },
  errorShape: 'message',
  reads: true,
});

export const startImport = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/imports',
  summary:
    'Import a file of past sales into a unit; it continues after the response, and no sale is stored twice',
  permission: 'sales.write',
  bodyType: 'multipart',
  body: form,
  responses: { 202: salesImport },
  errorShape: 'message',
});

export const listImports = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/imports',
  summary: 'Imports of past sales of a venue, newest first, with their progress',
  permission: 'sales.write',
  query: z.object({ pagination: paginationQuery(10, 100) }),
  responses: { 200: z.object({ imports: z.array(salesImport), pagination }) },
});

export const takeBackImport = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/imports/{id}/take-back',
  summary:
    'Delete the sales of an import; it continues after the response, and sales that were refunded since stay',
  permission: 'sales.write',
  responses: { 202: salesImport },
  errorShape: 'message',
});

export const downloadRejectedLines = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/imports/{id}/rejected.csv',
  summary:
    'Rejected lines of an import with their number, the reason and their cells, the first 10,000',
  permission: 'sales.write',
  responses: { 200: z.string() },
  responseType: 'csv',
});
