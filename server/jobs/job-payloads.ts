/** Kinds of jobs, each with the shape of its payload. Migrations name them too: a new kind needs one. */
import { z } from 'zod';

const nothing = z.object({});
const ofMessage = z.object({ messageId: z.uuid() });

export const jobPayloads = {
  'settle refund': z.object({ venueId: z.uuid(), refundId: z.uuid() }),
  'refund case': z.object({ venueId: z.uuid(), caseId: z.uuid() }),
  'announce restock': z.object({
    noticeId: z.uuid(),
    /** Missing in jobs of earlier releases. */
    venueId: z.uuid().optional(),
  }),
  'send confirmation': z.object({
    /** Of the message, so that a repeated job sends it once. */
    messageId: z.uuid(),
    accountId: z.uuid(),
    channel: z.enum(['mail', 'sms']),
    address: z.string(),
    /** Venue that a text message names. */
    venueId: z.uuid().nullable(),
    /** True when the request is within the limits already. */
    isCounted: z.boolean(),
  }),
  'send password reset': z.object({
    /** Of the message, so that a repeated job sends it once. */
    messageId: z.uuid(),
    /** As it was typed: there may be no account with it. */
    email: z.string(),
  }),
  'send message': ofMessage,
  /** As send message, after all others. */
  'send report mail': ofMessage,
  'fill in snapshots': z.object({
    venueId: z.uuid(),
    /** Order up to which it is done. */
    after: z.uuid().nullable(),
  }),
  'remove file': z.object({ key: z.string() }),
  'remove bundle': z.object({ folder: z.uuid() }),
  'sweep files': nothing,
  'sweep bundles': nothing,
  'sweep sessions': nothing,
  'sweep order receipts': nothing,
  'sweep changes': nothing,
  'sum sales': nothing,
  'send close-outs': nothing,
  'check alerts': z.object({ venueId: z.uuid() }),
  'watch venues': nothing,
  'verify venues': nothing,
  'make partitions': nothing,
  'forget done jobs': nothing,
} as const;

export type JobKind = keyof typeof jobPayloads;

const isJobKind = (kind: string): kind is JobKind => kind in jobPayloads;

export const allJobKinds: readonly JobKind[] = Object.keys(jobPayloads).filter(isJobKind);

export type JobPayload<Kind extends JobKind> = z.output<(typeof jobPayloads)[Kind]>;

/** Most attempts of a job; the database sets it on each (migration 0021). */
export const mostAttempts = 8;
