/** Webhooks of an owner. */
import { mutationOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type Webhook = EndpointResponse<'listWebhooks'>['webhooks'][number];
export type WebhookDelivery = EndpointResponse<'listWebhookDeliveries'>['deliveries'][number];

/** A webhook, and the owner a super admin acts for; null for the account's own. */
export interface WebhookRef {
  readonly ownerId: string | null;
  readonly id: string;
}

const acting = (ownerId: string | null) => (ownerId === null ? {} : { ownerId });
const inputOf = ({ ownerId, id }: WebhookRef) => ({ params: { id }, query: acting(ownerId) });

export const webhooksQuery = (ownerId: string | null) =>
  endpointQuery('listWebhooks', { query: acting(ownerId) });

/** Looks every few seconds, since deliveries are made all the time. */
export const webhookDeliveriesQuery = (webhook: WebhookRef) => ({
  ...endpointQuery('listWebhookDeliveries', inputOf(webhook)),
  refetchInterval: 3000,
});

/** The secret is in no other response. */
export const createWebhookMutation = (ownerId: string | null) =>
  mutationOptions({
    mutationFn: (body: EndpointInput<'createWebhook'>['body']) =>
      api.createWebhook({ query: acting(ownerId), body }),
    onSuccess: () => invalidate('listWebhooks'),
  });

export const rotateWebhookSecretMutation = (webhook: WebhookRef) =>
  mutationOptions({
    mutationFn: () => api.rotateWebhookSecret(inputOf(webhook)),
    onSuccess: () => invalidate('listWebhooks'),
  });

/** Sends a test event now; its outcome is the response. */
export const testWebhookMutation = (webhook: WebhookRef) =>
  mutationOptions({ mutationFn: () => api.testWebhook(inputOf(webhook)) });

export async function updateWebhook(
  webhook: WebhookRef,
  body: EndpointInput<'updateWebhook'>['body'],
): Promise<void> {
  await api.updateWebhook({ ...inputOf(webhook), body });
  await invalidate('listWebhooks');
}

export async function deleteWebhook(webhook: WebhookRef): Promise<void> {
  await api.deleteWebhook(inputOf(webhook));
  await invalidate('listWebhooks');
}

/** Sends a delivery again. */
export async function replayWebhook(webhook: WebhookRef, deliveryId: string): Promise<void> {
  await api.replayWebhook({ ...inputOf(webhook), body: { deliveryId } });
  await invalidate('listWebhookDeliveries');
}
