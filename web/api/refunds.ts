/** Money back, and why a drink went wrong. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { queryClient } from './query-client.ts';
import { refetchSalesReports } from './reports.ts';
import type { SoldDrink } from './reports.ts';

/**
 * Asks once for the money of one drink of a sale; what is shown of the reports is then asked for again, whatever came of it.
 * Gives whether it is back already: the card provider may settle it later.
 * @param index the place of the drink in its sale, from 0
 */
export async function requestRefund(
  orderId: string,
  index: number,
): Promise<'refunded' | 'requested'> {
  try {
    const { status } = await api.refundDrinks({
      params: { orderId },
      query: { drinkIndexes: String(index) },
    });
    return status;
  } finally {
    refetchSalesReports(queryClient);
  }
}

/** Which call knows why: nothing was poured, or it was poured and given away or paid back. */
export const diagnosisOf = ({
  successQuantity,
  status,
  price,
}: SoldDrink): 'diagnosePouringFailure' | 'diagnoseComplimentary' | null => {
  if (successQuantity === 0) return 'diagnosePouringFailure';
  const isGivenAway = status.toLowerCase() === 'refunded' || price === 0;
  return isGivenAway ? 'diagnoseComplimentary' : null;
};

/** The reasons, the most likely first; a single one may come as a text. */
export const diagnosisQuery = (
  name: 'diagnosePouringFailure' | 'diagnoseComplimentary',
  orderId: string,
  orderedDrinkId: string,
) =>
  queryOptions({
    queryKey: [name, orderId, orderedDrinkId],
    queryFn: async ({ signal }) => {
      const reasons: readonly string[] | string = await api[name]({
        params: { orderId, orderedDrinkId },
        signal,
      });
      return typeof reasons === 'string' ? [reasons] : reasons;
    },
    retry: false,
  });
