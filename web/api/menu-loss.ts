/** What a change would take off the menus. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type RequestInput } from './endpoint-input.ts';

export type MenuLoss = EndpointResponse<'getMenuLoss'>;
export type MenuChange = Partial<RequestInput<'getMenuLoss'>['body']>;

export const getMenuLoss = (
  venueId: string,
  change: MenuChange,
  signal?: AbortSignal,
): Promise<MenuLoss> =>
  api.getMenuLoss({ params: { venueId }, body: change, ...(signal && { signal }) });
