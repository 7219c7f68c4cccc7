/** Wall displays of a venue. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type Wall = EndpointResponse<'listWalls'>[number];

export const wallsQuery = (venueId: string) => endpointQuery('listWalls', { params: { venueId } });

/** @returns the path of the link with the key, which no other response contains */
export async function createWall(
  venueId: string,
  body: { label: string; hideMoney: boolean },
): Promise<string> {
  const params = { venueId };
  const { link } = await api.createWall({ params, body });
  await invalidate('listWalls', { params });
  return link;
}

export async function revokeWall(venueId: string, wallId: string): Promise<void> {
  const params = { venueId };
  await api.revokeWall({ params: { ...params, wallId } });
  await invalidate('listWalls', { params });
}
