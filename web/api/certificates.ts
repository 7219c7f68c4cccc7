import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';

export type CertifiedNight = EndpointResponse<'listCertificates'>[number];
export type Certificate = EndpointResponse<'getCertificate'>;
export type Verification = EndpointResponse<'verifyCertificate'>;

export const certificatesQuery = (venueId: string, days: { from: string; to: string }) =>
  endpointQuery('listCertificates', { params: { venueId }, query: days });

/** @param version the last one where it is left out */
export const certificateQuery = (venueId: string, day: string, version?: string) =>
  queryOptions({
    ...endpointQuery('getCertificate', { params: { venueId, day }, query: { version } }),
    staleTime: 30_000,
  });

export const verifyCertificate = (venueId: string, day: string): Promise<Verification> =>
  api.verifyCertificate({ params: { venueId, day } });
