/** Certificates of nights. */
import { z } from 'zod';
import { certificateReasons } from '../rules/nights/certificate.ts';
import { dateMessages } from '../lib/time-in-zone.ts';
import { defineEndpoint } from './endpoint.ts';
import { timeOut } from './fields.ts';
import { money } from './money.ts';
import { day } from './nights.ts';

/** agrees: all that is stored of the night is equal; checking: something differs, and its sums are rebuilt. */
const state = z.enum(['agrees', 'checking']);

export const listCertificates = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/certificates',
  summary: 'The last version of the certificate of each of the nights, both included',
  permission: 'reports.read',
  query: z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: dateMessages.daysReversed }),
  responses: {
    200: z.array(z.object({ day: z.string(), version: z.number(), madeAt: timeOut, state })),
  },
});

const certificateVersion = z.coerce
  .number({ error: 'Use a version from 1' })
  .int('Use a version from 1')
  .min(1, 'Use a version from 1')
  .max(32_767, 'Use a version from 1');

/** Hashes are SHA-256 in hex. */
const certificate = z.object({
  day: z.string(),
  version: z.number(),
  madeAt: timeOut,
  state,
  start: timeOut,
  end: timeOut,
  timezone: z.string(),
  sales: z.number(),
  lines: z.number(),
  gross: money(),
  sums: z.object({
    sales: money(),
    taxes: money(),
    tips: money(),
    refunds: money(),
    fees: money(),
    servings: z.number(),
  }),
  /** Charged through each card reader; an empty name for sales without one. */
  readers: z.array(z.object({ name: z.string(), sales: z.number(), charged: money() })),
  /** Last number of the change log of each unit. */
  changes: z.array(z.object({ unitNumber: z.number(), number: z.number() })),
  /** Hash of the lines of each hour of UTC. */
  hours: z.array(z.object({ hour: timeOut, lines: z.number(), hash: z.string() })),
  /** Hash of all lines in the order of the ids of their sales. */
  linesHash: z.string(),
  differences: z.array(z.string()),
  /** Since the version before, such as 5 late sales. */
  reasons: z.array(z.object({ reason: z.enum(certificateReasons), count: z.number() })),
  /** `5 late sales, 1 refund`. */
  reason: z.string(),
  hash: z.string(),
  /** Of the certificate of the night before; null for the first night. */
  previousHash: z.string().nullable(),
  versions: z.array(
    z.object({ version: z.number(), madeAt: timeOut, state, reason: z.string(), hash: z.string() }),
  ),
});

export const getCertificate = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/nights/{day}/certificate',
  summary:
    'The certificate of a night: its sums, payments by card reader, and hashes; the last version unless another is named',
  permission: 'reports.read',
  params: { day },
  query: z.object({ version: certificateVersion.optional() }),
  responses: { 200: certificate },
});

export const verifyCertificate = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/nights/{day}/certificate/verify',
  summary:
    'Compare the last certificate of a night with its sales now, and with those of the nights before',
  permission: 'reports.read',
  params: { day },
  responses: {
    200: z.object({
      day: z.string(),
      version: z.number(),
      /** Everything below agrees. */
      valid: z.boolean(),
      /** Changes that the log has and a next version will state, such as 1 refund; empty without any. */
      pending: z.string(),
      /** Hours of UTC whose sales are not those that were certified. */
      changedHours: z.array(timeOut),
      problems: z.array(z.string()),
      /** Certificates of the nights before, back to the first. */
      chain: z.object({
        nights: z.number(),
        /** First day whose sales were compared too: those of earlier nights are not read again. */
        comparedFrom: z.string(),
        /** Days of the nights before that do not agree. */
        broken: z.array(z.string()),
      }),
    }),
  },
});
