/** Alerts of a venue, and which of them the user gets as messages. */
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { alertSummaryQuery } from './venue-summaries.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import {
  changeCached,
  endpointKey,
  endpointQuery,
  invalidate,
  pageBefore,
  queryClient,
} from './endpoint-query.ts';

export type AlertPage = ResponseOf<Endpoints['listAlerts']>;
export type Alert = AlertPage['alerts'][number];
export type AlertAction = EndpointInput<'updateAlert'>['body'];
export type AlertSettings = ResponseOf<Endpoints['getAlertSettings']>;
/** With `push`, which clients of an earlier release leave out. */
export type AlertChoices = EndpointInput<'updateAlertSettings'>['body'] &
  Pick<AlertSettings, 'push'>;

export interface AlertSearch {
  readonly state: 'open' | 'resolved';
  /** Id of the last alert of the page before. */
  readonly before: string | undefined;
}

/** Where no stream is open. */
const pollMs = 10_000;

/** Open alerts of a venue, or a page of the resolved ones; polled while it is shown. */
export const alertsQuery = (venueId: string, { state, before }: AlertSearch) => ({
  ...endpointQuery('listAlerts', {
    params: { venueId },
    query: { state, ...(before !== undefined && { before }) },
  }),
  placeholderData: pageBefore('listAlerts', { params: { venueId }, query: { state } }),
  refetchInterval: pollMs,
});

/** The bell shows what the list knows. */
export const storeAlertSummary = (venueId: string, waiting: AlertPage['waiting']): void =>
  void queryClient.setQueryData(alertSummaryQuery(venueId).queryKey, waiting);

/** Shows what the stream of the venue knows at once, and loads the list again. */
export function refreshAlerts(venueId: string, waiting: AlertPage['waiting']): void {
  storeAlertSummary(venueId, waiting);
  void invalidate('listAlerts', { params: { venueId } });
  void invalidate('getAlert');
}

/** An alert with its log. */
export const alertQuery = (id: string) => endpointQuery('getAlert', { params: { id } });

const shownAs: Readonly<Record<AlertAction['action'], Partial<Alert>>> = {
  acknowledge: { state: 'acknowledged' },
  snooze: { state: 'snoozed' },
  resolve: { state: 'resolved' },
  reopen: { state: 'open' },
};

/** Shows the change at once, and what the server knows after its response. */
export async function updateAlert(
  { id, venueId }: Pick<Alert, 'id' | 'venueId'>,
  body: AlertAction,
): Promise<void> {
  const input = { params: { venueId } };
  await queryClient.cancelQueries({ queryKey: ['listAlerts'] });
  const before = queryClient.getQueriesData<AlertPage>({
    queryKey: endpointKey('listAlerts', input),
  });
  changeCached('listAlerts', input, (page) => ({
    ...page,
    alerts: page.alerts.map((one) => (one.id === id ? { ...one, ...shownAs[body.action] } : one)),
  }));
  try {
    await api.updateAlert({ params: { id }, body });
  } catch (error) {
    for (const [key, page] of before) queryClient.setQueryData(key, page);
    throw error;
  } finally {
    await Promise.all([
      invalidate('listAlerts', input),
      invalidate('getAlertSummary', input),
      invalidate('getAlert', { params: { id } }),
    ]);
  }
}

export async function updateDuty(venueId: string, isOnTonight: boolean): Promise<void> {
  await api.updateDuty({ params: { venueId }, body: { isOnTonight } });
  await invalidate('listAlerts', { params: { venueId } });
}

export const alertSettingsQuery = () => endpointQuery('getAlertSettings', {});

export async function updateAlertSettings(body: AlertChoices): Promise<AlertSettings> {
  const saved = await api.updateAlertSettings({ body });
  changeCached('getAlertSettings', {}, () => saved);
  return saved;
}

/** How many messages these choices would have sent last week. */
export const alertPreviewQuery = (body: AlertChoices) =>
  endpointQuery('previewAlertSettings', { body });
