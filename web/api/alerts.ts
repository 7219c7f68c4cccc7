/** Alerts of a venue, and which of them the user gets as messages. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { changeCached, endpointQuery, invalidate } from './endpoint-query.ts';
import { changeIssues, type Issue, refreshIssues } from './issues.ts';

export type Alert = EndpointResponse<'listAlerts'>['alerts'][number];
export type AlertAction = EndpointInput<'updateAlert'>['body'];
export type AlertSettings = EndpointResponse<'getAlertSettings'>;
/** With `push`, which clients of an earlier release leave out. */
export type AlertChoices = EndpointInput<'updateAlertSettings'>['body'] &
  Pick<AlertSettings, 'push'>;

/** Loads what is shown of the alerts of a venue again, and with them its issues and refused sales. */
export function refreshAlerts(venueId: string): void {
  void refreshIssues(venueId);
  for (const name of ['listAlerts', 'listRefusedSales', 'getDuty'] as const)
    void invalidate(name, { params: { venueId } });
  void invalidate('getAlert');
}

/** An alert with its log. */
export const alertQuery = (id: string) => endpointQuery('getAlert', { params: { id } });

const shownAs: Readonly<Record<AlertAction['action'], (issue: Issue) => Issue | null>> = {
  acknowledge: (issue) => ({ ...issue, state: 'seen' }),
  snooze: (issue) => ({ ...issue, state: 'snoozed' }),
  // Failed pours stay while money is owed.
  resolve: (issue) => (issue.kind === 'failedPours' ? { ...issue, alertId: null } : null),
  reopen: (issue) => issue,
};

/** Shows the change at once, and what the server knows after its response. */
export async function updateAlert(
  { id, venueId }: Pick<Alert, 'id' | 'venueId'>,
  body: AlertAction,
): Promise<void> {
  try {
    await changeIssues(
      (issue) => (issue.alertId === id ? shownAs[body.action](issue) : issue),
      () => api.updateAlert({ params: { id }, body }),
    );
  } finally {
    await Promise.all([
      invalidate('listAlerts', { params: { venueId } }),
      invalidate('getAlert', { params: { id } }),
    ]);
  }
}

/** People on call at a venue. */
export const dutyQuery = (venueId: string) => endpointQuery('getDuty', { params: { venueId } });

export async function updateDuty(venueId: string, isOnTonight: boolean): Promise<void> {
  await api.updateDuty({ params: { venueId }, body: { isOnTonight } });
  await invalidate('getDuty', { params: { venueId } });
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
