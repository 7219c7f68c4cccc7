import { mutationOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type ReportSubscription = EndpointResponse<'listReportSubscriptions'>[number];

/** The user's own mails, the oldest first. */
export const reportSubscriptionsQuery = () => endpointQuery('listReportSubscriptions', {});

/** The overview has those that are paused because the address was refused. */
const changed = async () => {
  await Promise.all([invalidate('listReportSubscriptions'), invalidate('getVenueOverview')]);
};

type NewSubscription = EndpointInput<'createReportSubscription'>['body'];

export async function createReportSubscription(body: NewSubscription): Promise<ReportSubscription> {
  const created = await api.createReportSubscription({ body });
  await changed();
  return created;
}

export const createReportSubscriptionMutation = mutationOptions({
  mutationFn: createReportSubscription,
});

interface Update {
  readonly id: string;
  readonly body: EndpointInput<'updateReportSubscription'>['body'];
}

export const updateReportSubscriptionMutation = mutationOptions({
  mutationFn: ({ id, body }: Update) => api.updateReportSubscription({ params: { id }, body }),
  onSuccess: changed,
});

export async function updateReportSubscription(
  id: string,
  body: EndpointInput<'updateReportSubscription'>['body'],
): Promise<void> {
  await api.updateReportSubscription({ params: { id }, body });
  await changed();
}

export async function deleteReportSubscription(id: string): Promise<void> {
  await api.deleteReportSubscription({ params: { id } });
  await changed();
}

export const sendReportSubscription = (id: string) =>
  api.sendReportSubscription({ params: { id } });

export const reportPreviewQuery = (id: string) =>
  endpointQuery('previewReportSubscription', { params: { id } });
