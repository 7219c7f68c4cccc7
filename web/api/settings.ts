import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** @param ownerId the owner a super admin acts for; null for the account's own, or the platform's */
export const termsQuery = (ownerId: string | null) =>
  queryOptions({
    queryKey: ['terms', ownerId],
    queryFn: ({ signal }) => call('getTerms', { query: acting(ownerId), signal }),
  });

export const saveTerms = (ownerId: string | null, terms: string) =>
  call('updateTerms', { query: acting(ownerId), body: { terms } });

const acting = (ownerId: string | null) => (ownerId === null ? {} : { ownerId });
