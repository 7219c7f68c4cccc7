/** Refunds, and diagnosis of failed drinks. */
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { refetchSalesReports } from './reports.ts';
import type { SoldDrink } from './reports.ts';

/**
 * Requests the refund of one drink of a sale, without retries, and then refetches the visible reports whatever the
 * result. Returns whether the refund is complete, and the message for the user; the card provider may settle it later.
 * @param index ordinal of the drink in its sale, from 0
 */
export async function requestRefund(
  orderId: string,
  index: number,
): Promise<{ status: 'refunded' | 'requested'; message: string }> {
  try {
    const { statusCode, status, message } = await api.refundDrinks({
      params: { orderId },
      query: { drinkIndexes: String(index) },
    });
    // The outcome is in the body; the status of the response may come from something in between.
    if (statusCode !== 200 && statusCode !== 202) {
      throw new ApiError(message, { status: statusCode, shape: 'message' });
    }
    return { status, message };
  } finally {
    refetchSalesReports();
  }
}

/** Selects the diagnosis endpoint: for a drink that was not poured, or for one that was comped or refunded. */
export const diagnosisOf = ({
  successQuantity,
  status,
  price,
}: SoldDrink): 'diagnosePouringFailure' | 'diagnoseComplimentary' | null => {
  if (successQuantity === 0) return 'diagnosePouringFailure';
  const isGivenAway = status.toLowerCase() === 'refunded' || price === 0;
  return isGivenAway ? 'diagnoseComplimentary' : null;
};

const reasonsOf = (reasons: readonly string[] | string): readonly string[] =>
  typeof reasons === 'string' ? [reasons] : reasons;

/** Reasons, most likely first; the endpoint may return a single one as text. */
export const diagnosisQuery = (
  name: 'diagnosePouringFailure' | 'diagnoseComplimentary',
  orderId: string,
  orderedDrinkId: string,
) =>
  queryOptions({
    ...endpointQuery(name, { params: { orderId, orderedDrinkId } }),
    select: reasonsOf,
    retry: false,
  });
