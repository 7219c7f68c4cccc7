/** Accounting journals. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type Journal = EndpointResponse<'getJournal'>;
export type JournalNight = EndpointResponse<'listJournalNights'>[number];
export type ExportedEntry = JournalNight['entries'][number];
export type JournalAccountRow = EndpointResponse<'getJournalAccounts'>[number];

export const journalQuery = (venueId: string, query: EndpointInput<'getJournal'>['query']) =>
  endpointQuery('getJournal', { params: { venueId }, query });

export const journalNightsQuery = (
  venueId: string,
  query: EndpointInput<'listJournalNights'>['query'],
) => endpointQuery('listJournalNights', { params: { venueId }, query });

export const journalAccountsQuery = (venueId: string) =>
  endpointQuery('getJournalAccounts', { params: { venueId } });

/** Exports a night, and returns the entry that was added; undefined where nothing was. */
export async function exportJournal(
  venueId: string,
  night: string,
  timezone: string | undefined,
): Promise<ExportedEntry | undefined> {
  const { night: after, added } = await api.exportJournal({
    params: { venueId, night },
    body: { timezone },
  });
  return after.entries.find(({ version }) => version === added);
}

/** After nights were exported, also where one of them was not. */
export const refreshJournals = (venueId: string): Promise<unknown> =>
  Promise.all([
    invalidate('listJournalNights', { params: { venueId } }),
    invalidate('getJournal', { params: { venueId } }),
  ]);

export async function updateJournalAccounts(
  venueId: string,
  accounts: EndpointInput<'updateJournalAccounts'>['body']['accounts'],
): Promise<void> {
  await api.updateJournalAccounts({ params: { venueId }, body: { accounts } });
  await Promise.all([
    invalidate('getJournalAccounts', { params: { venueId } }),
    invalidate('listJournalNights', { params: { venueId } }),
  ]);
}
