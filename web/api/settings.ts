import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** @param ownerId the owner a super admin acts for; null for the account's own, or the platform's */
export const termsQuery = (ownerId: string | null) =>
  queryOptions({
    queryKey: ['terms', ownerId],
    queryFn: ({ signal }) => api.getTerms({ query: acting(ownerId), signal }),
  });

export const updateTerms = (ownerId: string | null, terms: string) =>
  api.updateTerms({ query: acting(ownerId), body: { terms } });

const acting = (ownerId: string | null) => (ownerId === null ? {} : { ownerId });
