/** Changes of many prices of drinks at once. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { refreshDrinks } from './drinks.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type PriceChangeDraft = NonNullable<EndpointInput<'changePrices'>['body']['change']>;
export type ChangedDrink = EndpointResponse<'changePrices'>['drinks'][number];
export type ListedPriceChange = EndpointResponse<'listPriceChanges'>[number];
export type UndonePriceChange = EndpointResponse<'undoPriceChange'>;
export type PricedDrink = EndpointInput<'changePrices'>['body']['drinks'][number];

/** Changes of the last 30 days, newest first. */
export const priceChangesQuery = (venueId: string) =>
  endpointQuery('listPriceChanges', { params: { venueId } });

/** What prices would be. */
export const previewQuery = (
  venueId: string,
  drinks: readonly PricedDrink[],
  change?: PriceChangeDraft,
) =>
  endpointQuery('changePrices', {
    params: { venueId },
    body: { drinks: [...drinks], ...(change && { change }), preview: true },
  });

export type Rehearsal = EndpointResponse<'rehearsePrices'>;

export interface RehearsalOptions {
  readonly elasticity: number;
  /** Of a venue without a clock. */
  readonly timezone: string;
}
export type RehearsalQuery = ReturnType<typeof rehearsalQuery>;

/** What the change would have earned in the last four weeks. */
export const rehearsalQuery = (
  venueId: string,
  drinks: readonly PricedDrink[],
  change: PriceChangeDraft | undefined,
  more: RehearsalOptions,
) =>
  endpointQuery('rehearsePrices', {
    params: { venueId },
    body: { drinks: [...drinks], ...(change && { change }), ...more },
  });

type RehearsedPlan = NonNullable<EndpointInput<'rehearsePrices'>['body']['plan']>;

/** What a plan would have earned in the last four weeks. */
export const planRehearsalQuery = (
  venueId: string,
  plan: RehearsedPlan,
  more: RehearsalOptions,
): RehearsalQuery =>
  endpointQuery('rehearsePrices', { params: { venueId }, body: { plan, ...more } });

const refresh = (venueId: string) =>
  Promise.all([
    refreshDrinks(venueId),
    invalidate('listPriceChanges', { params: { venueId } }),
    invalidate('listEffectivePrices', { params: { venueId } }),
  ]);

/** @returns the id to undo it; null where no price changed */
export async function changePrices(
  venueId: string,
  drinks: readonly PricedDrink[],
  change?: PriceChangeDraft,
): Promise<{ id: string | null; drinks: readonly ChangedDrink[] }> {
  try {
    return await api.changePrices({
      params: { venueId },
      body: { drinks: [...drinks], ...(change && { change }) },
    });
  } finally {
    // Refused prices are those of somebody else by now.
    await refresh(venueId);
  }
}

export async function undoPriceChange(venueId: string, id: string): Promise<UndonePriceChange> {
  const undone = await api.undoPriceChange({ params: { venueId, id } });
  await refresh(venueId);
  return undone;
}
