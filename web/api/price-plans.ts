/** Price plans of a venue, and the prices that follow from them. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type PricePlan = EndpointResponse<'listPricePlans'>[number];
export type PricePlanDraft = EndpointInput<'createPricePlan'>['body'];
export type PlanPreview = EndpointResponse<'createPricePlan'>;
export type EffectiveDrink = EndpointResponse<'listEffectivePrices'>['drinks'][number];

/** The newest first. */
export const pricePlansQuery = (venueId: string) =>
  endpointQuery('listPricePlans', { params: { venueId } });

export const planPreviewQuery = (venueId: string, draft: PricePlanDraft) =>
  endpointQuery('createPricePlan', { params: { venueId }, body: { ...draft, preview: true } });

/** What each drink costs at an instant, in epoch milliseconds. */
export const effectivePricesQuery = (venueId: string, atMs: number) =>
  endpointQuery('listEffectivePrices', { params: { venueId }, query: { at: atMs } });

const refresh = (venueId: string) =>
  Promise.all([
    invalidate('listPricePlans', { params: { venueId } }),
    invalidate('listEffectivePrices', { params: { venueId } }),
  ]);

export async function createPricePlan(
  venueId: string,
  draft: PricePlanDraft,
): Promise<PlanPreview> {
  const added = await api.createPricePlan({ params: { venueId }, body: draft });
  await refresh(venueId);
  return added;
}

export async function updatePricePlan(
  venueId: string,
  id: string,
  changes: EndpointInput<'updatePricePlan'>['body'],
): Promise<void> {
  await api.updatePricePlan({ params: { venueId, id }, body: changes });
  await refresh(venueId);
}

export async function deletePricePlan(venueId: string, id: string): Promise<void> {
  await api.deletePricePlan({ params: { venueId, id } });
  await refresh(venueId);
}
