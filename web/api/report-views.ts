import { mutationOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type ReportView = ResponseOf<Endpoints['listReportViews']>[number];

/** The user's own views of all venues, by name. */
export const reportViewsQuery = () => endpointQuery('listReportViews', {});

const changed = () => invalidate('listReportViews');

export const createReportViewMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'createReportView'>['body']) => api.createReportView({ body }),
  onSuccess: changed,
});

export const updateReportViewMutation = mutationOptions({
  mutationFn: ({ id, name }: { readonly id: string; readonly name: string }) =>
    api.updateReportView({ params: { id }, body: { name } }),
  onSuccess: changed,
});

/** Its mails end with it. */
export async function deleteReportView(id: string): Promise<void> {
  await api.deleteReportView({ params: { id } });
  await Promise.all([changed(), invalidate('listReportSubscriptions')]);
}
