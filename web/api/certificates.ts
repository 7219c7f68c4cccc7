import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';

export type CertifiedNight = ResponseOf<Endpoints['listCertificates']>[number];
export type Certificate = ResponseOf<Endpoints['getCertificate']>;
export type Verification = ResponseOf<Endpoints['verifyCertificate']>;

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
