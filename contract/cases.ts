/** Cases: drinks that were paid for and not poured, what is owed for them, and how each was settled. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  cursorPaging,
  dollars,
  id,
  optionalLine,
  plainText,
  pointInTime,
  timeOut,
} from './fields.ts';
import { money } from './money.ts';
import { day, daysOfUnit } from './nights.ts';
import { unitName } from './units.ts';
import { dateMessages } from '../lib/time-in-zone.ts';
import { caseMessages } from '../rules/cases/case-messages.ts';
import { ledgerParts } from '../rules/cases/ledger-parts.ts';
import { causes, refundPolicies, resolutions } from '../rules/cases/cases.ts';

/** A pour as the unit reported it; wantedMl is null where the serving is not known. */
const pour = z.object({
  ingredient: z.string(),
  position: z.number(),
  ml: z.number(),
  wantedMl: z.number().nullable(),
  ms: z.number(),
  outcome: z.enum(['poured', 'partial', 'empty', 'blocked', 'timeout', 'cancelled']),
});

/** Failed glasses of one drink of a sale. Amounts in dollars. */
const pourCase = z.object({
  id: z.string(),
  groupId: z.string(),
  orderId: z.string(),
  /** Ordinal of the drink in the order, from 0, and its id. */
  drinkIndex: z.number(),
  drinkId: z.string(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  soldAt: timeOut,
  drink: z.string(),
  isDouble: z.boolean(),
  quantity: z.number(),
  failedGlasses: z.number(),
  /** Glasses of the line that are refunded, and what went back for them. */
  refundedGlasses: z.number(),
  returned: money(),
  /** Price, tax and tip of the whole line. */
  paid: money(),
  /** Of an open case, without what is refunded already. */
  owed: money(),
  cause: z.enum(causes),
  /** Where it failed; null where no pour shows it. */
  position: z.number().nullable(),
  ingredient: z.string().nullable(),
  pours: z.array(pour),
  state: z.enum(['open', 'refunding', 'resolved']),
  resolution: z.enum(resolutions).nullable(),
  refundTo: z.enum(['card', 'cash', 'unknown']),
  /** Last four digits of the card that paid; null where the unit sent none. */
  cardLast4: z.string().nullable(),
  /** Last refund of the drink; error is the reason of one that failed. */
  refund: z
    .object({
      amount: money(),
      state: z.enum(['requested', 'refunded', 'failed']),
      error: z.string().nullable(),
    })
    .nullable(),
  /** What a refund of the failed glasses gives back: what is owed, and the tip with the last drink that is paid for. */
  refundAmount: money(),
  /** What a refund of all glasses gives back: more than that where some were poured. */
  wholeLine: z.object({ amount: money(), beyondOwed: money() }),
  note: z.string(),
  settledAt: timeOut.nullable(),
  /** Whether the refund was requested without a person. */
  automatic: z.boolean(),
  /** Name of the person; null for a case that is not settled, and where it is not known. */
  settledBy: z.string().nullable(),
});

/** Cases with the same cause, at the same position of a unit, less than an hour apart. */
const caseGroup = z.object({
  id: z.string(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  cause: z.enum(causes),
  position: z.number().nullable(),
  ingredient: z.string().nullable(),
  /** Of the cases that the query selects, on all pages. */
  cases: z.number(),
  glasses: z.number(),
  owed: money(),
  from: timeOut,
  to: timeOut,
});

export const listCases = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/cases',
  summary:
    'Drinks of a venue that were paid for and not poured, with their groups, newest group first; the next page is before the last case',
  permission: 'sales.read',
  query: z
    .object({
      /** Open ones include those whose refund is in progress. */
      state: z.enum(['open', 'resolved'], { error: 'Use open or resolved' }).default('open'),
      /** Id or number; "all" is the same as none. */
      unitId: id.optional(),
      cause: z.enum(causes, { error: 'Use a known cause' }).optional(),
      /** Those that a figure of the ledger is the sum of, whatever their state. */
      part: z.enum(ledgerParts, { error: `Use ${ledgerParts.join(', ')}` }).optional(),
      /** First and last day of their sales, both included: business days of the venue, or calendar days of the time zone. */
      from: day.optional(),
      to: day.optional(),
      timezone: plainText(64).optional(),
      /** Id of the last case of the previous page. */
      before: id.optional(),
      pagination: cursorPaging(50, 100, caseMessages.useBefore),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: dateMessages.daysReversed,
    }),
  responses: {
    200: z.object({
      cases: z.array(pourCase),
      groups: z.array(caseGroup),
      /** With a part: how many cases the query selects on all pages, and what they add up to. */
      sum: z.object({ cases: z.number(), amount: money() }).optional(),
    }),
  },
});

export const getCaseSummary = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/cases/summary',
  summary: 'How many drinks of a venue are open, and what is owed for them',
  permission: 'sales.read',
  responses: { 200: z.object({ open: z.number(), glasses: z.number(), owed: money() }) },
});

const settling = {
  resolution: z.enum(resolutions, { error: 'Use a known resolution' }),
  note: optionalLine(300).optional(),
  /**
   * When it was done, at most 72 hours ago; not of a refund. A case that the same person has settled in the same way since
   * then stays as it is, with 200: a request that is sent again changes nothing.
   */
  at: pointInTime.optional(),
};

const refundNow = { path: ['at'], error: caseMessages.refundLater };
const isRefundNow = ({ resolution, at }: { resolution: string; at?: Date | undefined }): boolean =>
  resolution !== 'refunded' || at === undefined;

export const resolveCase = defineEndpoint({
  method: 'POST',
  path: '/api/cases/{id}/resolve',
  summary:
    'Settle a case: refund its glasses, or record that it was made again, was served, was not claimed or is declined',
  permission: 'cases.settle',
  body: z
    .object({
      ...settling,
      /** Of a refund: all glasses that are paid for, also those that were poured. That is more than what is owed. */
      wholeLine: z.boolean({ error: 'Use true or false' }).optional(),
      /** Of a refund; at most those that were not poured, which it is of where neither is given. */
      glasses: z
        .number({ error: 'Use a number of glasses' })
        .int('Use a whole number')
        .min(1, 'Use at least 1')
        .max(100, 'Use at most 100')
        .optional(),
    })
    .refine(isRefundNow, refundNow),
  /** 202 while the card provider works on the refund. */
  responses: { 200: pourCase, 202: pourCase },
});

/** Most cases of one request. */
export const mostCasesAtOnce = 100;

export const resolveCases = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/cases/resolve',
  summary: 'Settle several cases of a venue in the same way, each by itself',
  permission: 'cases.settle',
  body: z
    .object({
      ids: z
        .array(id)
        .min(1, caseMessages.nameCases)
        .max(mostCasesAtOnce, caseMessages.tooManyCases(mostCasesAtOnce))
        .refine(
          (ids) => new Set(ids.map((one) => one.toLowerCase())).size === ids.length,
          caseMessages.namedTwice,
        ),
      ...settling,
    })
    .refine(isRefundNow, refundNow),
  responses: {
    200: z.object({
      /** In the order of the request; status and message are those of the case alone. */
      results: z.array(
        z.object({ id: z.string(), status: z.number(), message: z.string().nullable() }),
      ),
    }),
  },
});

/**
 * What became of the money for drinks that were not poured, by the time of their sales:
 * charged = returned + remade + owed + kept.
 */
const ledgerSums = {
  charged: money(),
  returned: money(),
  /** Poured again, or made by hand. */
  remade: money(),
  /** Not settled yet. */
  owed: money(),
  /** Not asked for, declined, or served after all. */
  kept: money(),
  /** Refunded for these drinks beyond what was owed. */
  goodwill: money(),
};

export const getCaseLedger = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/ledger',
  summary: 'What was charged for drinks that were not poured, and what became of it',
  permission: 'reports.read',
  query: daysOfUnit,
  responses: {
    200: z.object({
      ...ledgerSums,
      cases: z.number(),
      /** Refunds of drinks without failed glasses. */
      otherRefunds: money(),
      /** Processing fees of the drinks that were returned, which card providers keep. */
      feesLost: money(),
      /** Drinks that were given away, at their list prices. */
      comps: money(),
      /**
       * What was lost beside: comps; refunds of glasses that were poured, of drinks with and without failed ones; and what
       * was poured beyond the servings at cost, which is null as long as costs of ingredients are not known.
       */
      leaked: z.object({ comps: money(), refundedPoured: money(), overPour: money().nullable() }),
      /** Days with at least one case. */
      days: z.array(z.object({ day: z.string(), cases: z.number(), ...ledgerSums })),
    }),
  },
});

const refundPolicy = {
  /**
   * Of drinks paid by card. nothing_poured: those of which no glass was poured; any_failure: the glasses that were not
   * poured of any drink.
   */
  policy: z.enum(refundPolicies, { error: `Use ${refundPolicies.join(', ')}` }),
  delayMinutes: z
    .number({ error: 'Enter minutes' })
    .int('Use whole minutes')
    .min(0, 'Cannot be negative')
    .max(60, 'Use at most 60 minutes'),
};

const shownRefundPolicy = z.object({
  ...refundPolicy,
  /** Most that is refunded automatically in a night, in dollars. */
  cap: money(),
  /** In the running night; in the last 24 hours for a venue without a clock. */
  refundedTonight: money(),
});

export const getRefundPolicy = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/refund-policy',
  summary: 'Which drinks that were not poured are refunded automatically, and how much was tonight',
  permission: 'sales.read',
  responses: { 200: shownRefundPolicy },
});

export const updateRefundPolicy = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/refund-policy',
  summary: 'Set which drinks that were not poured are refunded automatically; sales from then on',
  permission: 'settings.write',
  recent: true,
  body: z.object({ ...refundPolicy, cap: dollars }),
  responses: { 200: shownRefundPolicy },
});

const diagnosis = {
  /** Messages, the most likely cause first; empty when nothing is known. */
  responses: { 200: z.array(z.string()) },
} as const;

/** Diagnosis of a sold drink: why it was not poured, or was free. */
export const diagnosePouringFailure = defineEndpoint({
  method: 'GET',
  path: '/api/diagnosis/pouringFailure/{orderId}/{orderedDrinkId}',
  summary: 'Why nothing was poured',
  permission: 'sales.read',
  ...diagnosis,
});

export const diagnoseComplimentary = defineEndpoint({
  method: 'GET',
  path: '/api/diagnosis/complimentary/{orderId}/{orderedDrinkId}',
  summary: 'Why a drink was free or paid back although it was poured',
  permission: 'sales.read',
  ...diagnosis,
});
