/** Test fixture: targets of the endpoints of accounting. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { certifiedDay, type Place } from './places.ts';
import { ofVenue, type RequestTarget } from './target.ts';

const night = { from: certifiedDay, to: certifiedDay };

export const accountingTargets: { [name in EndpointName]?: (at: Place) => RequestTarget } = {
  getJournal: (at) => ({ ...ofVenue(at), query: { night: certifiedDay, timezone: 'UTC' } }),
  listJournalNights: (at) => ({ ...ofVenue(at), query: { ...night, timezone: 'UTC' } }),
  exportJournal: ({ owner: { venueId } }) => ({
    params: { venueId, night: certifiedDay },
    body: { timezone: 'UTC' },
  }),
  downloadJournalEntries: (at) => ({ ...ofVenue(at), query: { ...night, format: 'csv' } }),
  getJournalAccounts: ofVenue,
  downloadRows: ({ owner: { venueId } }) => ({
    params: { kind: 'lines' },
    query: { venueId, startDate: '1000000000000', endDate: '4000000000000', format: 'csv' },
  }),
  updateJournalAccounts: (at) => ({
    ...ofVenue(at),
    body: { accounts: [{ account: 'fees', name: 'Taken over' }] },
  }),
};
