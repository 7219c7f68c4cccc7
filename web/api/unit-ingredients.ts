import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from './endpoint-query.ts';

/** Ingredients of a unit in inventory order. */
export const unitIngredientsQuery = (venueId: string, unitNumber: number) =>
  queryOptions({
    ...endpointQuery('listUnitIngredients', {
      params: { venueId, unitNumber: String(unitNumber) },
    }),
    // The time from the head start to the screen.
    staleTime: 2_000,
  });
