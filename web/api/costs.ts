/** Costs of ingredients. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type CostedIngredient = EndpointResponse<'listCosts'>[number];
export type Cost = EndpointResponse<'listIngredientCosts'>[number];

export const costsQuery = (venueId: string) => endpointQuery('listCosts', { params: { venueId } });

export const ingredientCostsQuery = (venueId: string, id: string) =>
  endpointQuery('listIngredientCosts', { params: { venueId, id } });

export async function updateIngredientCosts(
  venueId: string,
  id: string,
  body: EndpointInput<'updateIngredientCosts'>['body'],
): Promise<void> {
  await api.updateIngredientCosts({ params: { venueId, id }, body });
  await Promise.all([
    invalidate('listCosts', { params: { venueId } }),
    invalidate('listIngredientCosts', { params: { venueId, id } }),
  ]);
}
