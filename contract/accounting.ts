/** Accounting journals of nights. */
import { z } from 'zod';
import { journalAccounts } from '../rules/accounting/journal.ts';
import { journalCsvFormats } from '../rules/accounting/journal-files.ts';
import { dateMessages } from '../lib/time-in-zone.ts';
import { defineEndpoint } from './endpoint.ts';
import { line, optionalLine, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { day } from './nights.ts';

/** A line of an entry; of debit and credit, one is 0. */
const journalLine = z.object({
  /** `clearing:stripe`, `fees`, `returns`, `sales:Liquor`, `tax` or `tips`. */
  account: z.enum(journalAccounts),
  name: z.string(),
  debit: money(),
  credit: money(),
});

export const getJournal = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/journal',
  summary:
    'The accounting journal of a night: its sales, and the refunds that were settled in it; debits equal credits',
  permission: 'reports.read',
  query: z.object({
    /** Business day of the venue, or a calendar day of the time zone. */
    night: day,
    timezone: plainText(64).optional(),
  }),
  responses: {
    200: z.object({
      night: z.string(),
      start: timeOut,
      end: timeOut,
      /** False while the night goes on. */
      isOver: z.boolean(),
      /** Accounts in a fixed order; of debit and credit, one is 0. */
      lines: z.array(journalLine),
      /** Sum of the debits, and of the credits. */
      total: money(),
      /** report = journal + late - settledElsewhere + ofOtherNights + remainder. */
      reconciliation: z.object({
        /** Sales, taxes and tips of the sales report of the night, without what is refunded of them. */
        report: money(),
        /** Sales, taxes and tips of the journal, less its refunds: of the first entry where the night is exported. */
        journal: money(),
        /** The same of what changed since, exported or not. */
        late: money(),
        /** Refunds of sales of this night that were settled in others. */
        settledElsewhere: money(),
        /** Refunds of sales of other nights that were settled in this one. */
        ofOtherNights: money(),
        /** 0 where all agree. */
        remainder: money(),
      }),
    }),
  },
});

const someNights = {
  from: day,
  to: day,
  timezone: plainText(64).optional(),
};
const inOrder = { path: ['to'], error: dateMessages.daysReversed };

/** An exported entry, which does not change. */
const journalEntry = z.object({
  /** 1 is the entry of the night, others are late entries: what changed since the one before. */
  version: z.number(),
  /** Of the entry, the same in each file. */
  number: z.string(),
  /** The night, or the day on which a late entry was exported. */
  date: z.string(),
  /** `Sales of Fri Nov 20` or `Late for Fri Nov 20`. */
  description: z.string(),
  /** Name of the venue. */
  location: z.string(),
  exportedAt: timeOut,
  exportedBy: z.string(),
  /** Change log up to which it holds, of each unit. */
  changes: z.array(z.object({ unitNumber: z.number(), number: z.number() })),
  /** With names and codes of accounts in the accounting software. */
  lines: z.array(journalLine.extend({ code: z.string() })),
  total: money(),
});

const journalNight = z.object({
  night: z.string(),
  start: timeOut,
  end: timeOut,
  isOver: z.boolean(),
  /** By version; none before the first export. */
  entries: z.array(journalEntry),
  /** What an export would add: the entry of the night, or what changed since the last one. */
  pending: z.array(journalLine),
  /** Sum of the debits of pending, and of the credits. */
  pendingTotal: money(),
  /** Accounts of pending that have no name in the accounting software. */
  unnamed: z.array(z.enum(journalAccounts)),
});

export const listJournalNights = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/journal/nights',
  summary: 'Nights with their exported entries and what an export would add; at most 31',
  permission: 'reports.read',
  query: z.object(someNights).refine(({ from, to }) => from <= to, inOrder),
  responses: { 200: z.array(journalNight) },
});

export const exportJournal = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/journal/{night}/export',
  summary:
    'Export a night: its entry is fixed, and what changed since its last export becomes a late entry; nothing where nothing did',
  permission: 'accounting.export',
  params: { night: day },
  body: z.object({ timezone: plainText(64).optional() }),
  responses: {
    200: z.object({
      night: journalNight,
      /** The entry that was added; null without any. */
      added: z.number().nullable(),
    }),
  },
});

export const downloadJournalEntries = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/journal/entries.csv',
  summary: 'Exported entries of nights as a file for accounting software',
  permission: 'reports.export',
  query: z
    .object({ from: day, to: day, format: z.enum(journalCsvFormats) })
    .refine(({ from, to }) => from <= to, inOrder),
  responses: { 200: z.string() },
  responseType: 'csv',
});

/** Accounts of the journal in the order of an entry, with what they are in the accounting software of the owner. */
const mapping = z.array(
  z.object({
    account: z.enum(journalAccounts),
    /** Empty where it is not mapped: nights that need it are not exported. */
    name: z.string(),
    code: z.string(),
  }),
);

export const getJournalAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/journal/accounts',
  summary: "The accounts of the journal in the owner's accounting software",
  permission: 'reports.read',
  responses: { 200: mapping },
});

export const updateJournalAccounts = defineEndpoint({
  method: 'PATCH',
  path: '/api/venues/{venueId}/journal/accounts',
  summary: "Name accounts of the owner's accounting software, for all venues; others stay",
  permission: 'accounting.write',
  body: z.object({
    accounts: z
      .array(
        z.object({
          account: z.enum(journalAccounts),
          name: line(200, 'Enter the name of the account'),
          code: optionalLine(20).default(''),
        }),
      )
      .max(journalAccounts.length, `Use at most ${journalAccounts.length} accounts`),
  }),
  responses: { 200: mapping },
});
