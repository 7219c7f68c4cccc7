import { mutationOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type ReportView = EndpointResponse<'listReportViews'>[number];

/** The user's own views of all venues, by name. */
export const reportViewsQuery = () => endpointQuery('listReportViews', {});

const changed = () => invalidate('listReportViews');

export const createReportViewMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'createReportView'>['body']) => api.createReportView({ body }),
  onSuccess: changed,
});

type ReportViewChanges = EndpointInput<'updateReportView'>['body'];

export async function updateReportView(id: string, body: ReportViewChanges): Promise<void> {
  await api.updateReportView({ params: { id }, body });
  await changed();
}

export const updateReportViewMutation = mutationOptions({
  mutationFn: ({ id, ...body }: ReportViewChanges & { readonly id: string }) =>
    updateReportView(id, body),
});

/** Its mails end with it. */
export async function deleteReportView(id: string): Promise<void> {
  await api.deleteReportView({ params: { id } });
  await Promise.all([changed(), invalidate('listReportSubscriptions')]);
}
