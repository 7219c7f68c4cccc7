/** Cases: drinks that were paid for and not poured. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { Resolution } from '../../rules/cases/cases.ts';
import type { LedgerPart } from '../../rules/cases/ledger-parts.ts';
import { api } from './client.ts';
import { endpointQuery, invalidate, pageBefore } from './endpoint-query.ts';
import { refreshIssues } from './issues.ts';
import { refetchSalesReports } from './reports.ts';

type CasePage = EndpointResponse<'listCases'>;
export type PourCase = CasePage['cases'][number];
export type CaseGroup = CasePage['groups'][number];

export interface CaseSearch {
  readonly state: 'open' | 'resolved';
  /** Id of the last case of the page before. */
  readonly before: string | undefined;
  readonly part?: LedgerPart | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Of days, for a venue without a clock. */
  readonly timezone?: string | undefined;
}

const pollMs = 10_000;

/** A page of the cases of a venue, polled while it is shown. */
export const casesQuery = (venueId: string, { before, ...query }: CaseSearch) => ({
  ...endpointQuery('listCases', { params: { venueId }, query: { ...query, before } }),
  placeholderData: pageBefore('listCases', { params: { venueId }, query }),
  refetchInterval: pollMs,
});

/** Number of open cases of a venue, and what is owed for them. */
export const caseSummaryQuery = (venueId: string) => ({
  ...endpointQuery('getCaseSummary', { params: { venueId } }),
  refetchInterval: 30_000,
});

/** Ledger of the days, of the venue's clock or without one of the time zone. */
export const caseLedgerQuery = (
  venueId: string,
  days: { from: string; to: string; timezone: string | undefined },
) => {
  const { timezone, ...query } = days;
  return endpointQuery('getCaseLedger', {
    params: { venueId },
    query: { ...query, ...(timezone !== undefined && { timezone }) },
  });
};

export type RefundPolicy = EndpointResponse<'getRefundPolicy'>;

export const refundPolicyQuery = (venueId: string) =>
  endpointQuery('getRefundPolicy', { params: { venueId } });

export async function updateRefundPolicy(
  venueId: string,
  policy: Pick<RefundPolicy, 'policy' | 'delayMinutes'> & { cap: number },
): Promise<void> {
  await api.updateRefundPolicy({ params: { venueId }, body: policy });
  await invalidate('getRefundPolicy');
}

export interface CaseSettlement {
  readonly resolution: Resolution;
  readonly note?: string;
  /** Of a refund of a single case: also the glasses that were poured. */
  readonly wholeLine?: true;
  /** When it was done, epoch milliseconds; not of a refund. */
  readonly at?: number;
}

/** Outcome for one case: an error message, or null when it is settled or its refund is in progress. */
export interface CaseOutcome {
  readonly id: string;
  readonly error: string | null;
}

/**
 * Settles several cases of a venue in the same way, each with its own outcome; that of a case whose whole line is
 * refunded throws where it fails.
 */
export async function resolveCases(
  venueId: string,
  ids: readonly string[],
  { wholeLine, ...settlement }: CaseSettlement,
): Promise<CaseOutcome[]> {
  const [id = ''] = ids;
  if (wholeLine !== undefined) {
    await api.resolveCase({ params: { id }, body: { ...settlement, wholeLine } });
    return [{ id, error: null }];
  }
  const { results } = await api.resolveCases({
    params: { venueId },
    body: { ids: [...ids], ...settlement },
  });
  return results.map((one) => ({
    id: one.id,
    error: one.status < 300 ? null : (one.message ?? ''),
  }));
}

/** Reads again what settled cases are part of. */
export const refreshCases = (venueId: string): Promise<unknown> =>
  Promise.all([
    invalidate('listCases'),
    invalidate('getCaseSummary'),
    refreshIssues(venueId),
    invalidate('getCaseLedger'),
  ]);

/** Settles cases, and reads again what they are part of. */
export async function settleCases(
  venueId: string,
  ids: readonly string[],
  settlement: CaseSettlement,
): Promise<CaseOutcome[]> {
  try {
    return await resolveCases(venueId, ids, settlement);
  } finally {
    await refreshCases(venueId);
    if (settlement.resolution === 'refunded') {
      void invalidate('getRefundLimit');
      refetchSalesReports();
    }
  }
}
