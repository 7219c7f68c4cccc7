import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';

/** @param ownerId the owner a super admin acts for; null for the account's own, or the platform's */
export const termsQuery = (ownerId: string | null) =>
  endpointQuery('getTerms', { query: acting(ownerId) });

export const updateTerms = (ownerId: string | null, terms: string) =>
  api.updateTerms({ query: acting(ownerId), body: { terms } });

const acting = (ownerId: string | null) => (ownerId === null ? {} : { ownerId });
