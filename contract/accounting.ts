/** Accounting journals of nights. */
import { z } from 'zod';
import { journalAccounts } from '../rules/accounting/journal.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { day } from './nights.ts';

export const getJournal = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/journal',
  summary:
    'The accounting journal of a night: its sales, and the refunds that were settled in it; debits equal credits',
  access: 'dashboard',
  permission: 'reports.read',
  params: z.object({ venueId: id }),
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
      lines: z.array(
        z.object({
          /** `clearing:stripe`, `fees`, `returns`, `sales:Liquor`, `tax` or `tips`. */
          account: z.enum(journalAccounts),
          name: z.string(),
          debit: money(),
          credit: money(),
        }),
      ),
      /** Sum of the debits, and of the credits. */
      total: money(),
      /** report = journal - settledElsewhere + ofOtherNights + remainder. */
      reconciliation: z.object({
        /** Sales, taxes and tips of the sales report of the night, without what is refunded of them. */
        report: money(),
        /** Sales, taxes and tips of the journal, less its refunds. */
        journal: money(),
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
