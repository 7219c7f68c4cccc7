import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { openResponse } from './client.ts';
import { endpointQuery, pageBefore } from './endpoint-query.ts';

export type AuditEntry = EndpointResponse<'listAudit'>['entries'][number];

/** Absent filters do not restrict the result. */
export interface AuditFilter {
  /** The owner a super admin acts for; an owner always receives only their own entries. */
  readonly ownerId?: string | undefined;
  readonly search?: string | undefined;
  /** Epoch milliseconds, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const auditPageSize = 20;
/** Maximum number of rows in a CSV; the newest are included. */
export const mostInAuditCsv = 10_000;

/** @param before `next` of the page before; that page stays visible while this one is fetched */
export const auditQuery = (filter: AuditFilter, before: string | undefined) =>
  queryOptions({
    ...endpointQuery('listAudit', {
      query: { ...filter, before, pagination: { size: auditPageSize } },
    }),
    placeholderData: pageBefore('listAudit', { query: { ownerId: filter.ownerId } }),
  });

export async function fetchAuditCsv(filter: AuditFilter, signal: AbortSignal): Promise<Blob> {
  const response = await openResponse('downloadAuditCsv', { query: { ...filter }, signal });
  return response.blob();
}
