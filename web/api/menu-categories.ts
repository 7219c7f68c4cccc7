/** Categories of the menu of a venue. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { refreshDrinks } from './drinks.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type MenuCategory = EndpointResponse<'listMenuCategories'>[number];
export type MenuCategoryDraft = EndpointInput<'createMenuCategory'>['body'];

/** By name. */
export const menuCategoriesQuery = (venueId: string) =>
  endpointQuery('listMenuCategories', { params: { venueId } });

const refresh = (venueId: string) =>
  Promise.all([invalidate('listMenuCategories', { params: { venueId } }), refreshDrinks(venueId)]);

export async function createMenuCategory(
  venueId: string,
  draft: MenuCategoryDraft,
): Promise<MenuCategory> {
  const added = await api.createMenuCategory({ params: { venueId }, body: draft });
  await refresh(venueId);
  return added;
}

export async function updateMenuCategory(
  venueId: string,
  id: string,
  changes: MenuCategoryDraft,
): Promise<void> {
  await api.updateMenuCategory({ params: { venueId, id }, body: changes });
  await refresh(venueId);
}

export async function deleteMenuCategory(venueId: string, id: string): Promise<void> {
  await api.deleteMenuCategory({ params: { venueId, id } });
  await refresh(venueId);
}
