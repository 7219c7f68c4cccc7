import type { EndpointBody, EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery, invalidate, pageBefore } from './endpoint-query.ts';

export type Movement = EndpointResponse<'listUnitMovements'>['movements'][number];

interface MovementsOf {
  readonly ingredientId?: string | undefined;
  /** Id of the last movement of the page before. */
  readonly before?: string | undefined;
  /** Of a venue without a clock. */
  readonly timezone: string;
}

/** Movements of the stock of a unit, newest first. */
export const movementsQuery = (unitNumber: string, { timezone, ...narrowed }: MovementsOf) => ({
  ...endpointQuery('listUnitMovements', {
    params: { unitNumber },
    query: { timezone, pagination: { size: 20 }, ...narrowed },
  }),
  placeholderData: pageBefore('listUnitMovements', {
    params: { unitNumber },
    query: { ingredientId: narrowed.ingredientId },
  }),
});

/** Records what was taken from positions of a unit without being sold. */
export async function discardStock(
  unitNumber: number,
  discards: EndpointBody<'discardStock'>['discards'],
): Promise<EndpointResponse<'discardStock'>['discards']> {
  const answer = await api.discardStock({
    params: { unitNumber: String(unitNumber) },
    body: { discards },
  });
  await Promise.all([
    invalidate('listUnitMovements'),
    invalidate('listUnitIngredients'),
    invalidate('listIngredients'),
    invalidate('getStockForecast'),
    invalidate('getRefillList'),
    invalidate('getVenueHealth'),
    invalidate('getVenueOverview'),
  ]);
  return answer.discards;
}
