/** Refunds, and diagnosis of failed drinks. */
import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { isRefunded } from '../../rules/refunds/is-refunded.ts';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';
import { refetchSalesReports } from './reports.ts';
import type { SoldDrink } from './reports.ts';

/** Whether the refund is complete, the message for the user, and the amount in dollars that goes back. */
export type RefundOutcome = Pick<EndpointResponse<'refundDrinks'>, 'status' | 'message' | 'amount'>;

/**
 * Requests the refund of one drink of a sale, without retries, and then refetches the visible reports whatever the
 * result. The card provider may settle it later.
 * @param index ordinal of the drink in its sale, from 0
 */
export async function requestRefund(orderId: string, index: number): Promise<RefundOutcome> {
  try {
    const { statusCode, status, message, amount } = await api.refundDrinks({
      params: { orderId },
      query: { drinkIndexes: String(index) },
    });
    // The outcome is in the body; the status of the response may come from something in between.
    if (statusCode !== 200 && statusCode !== 202) {
      throw new ApiError(message, { status: statusCode, shape: 'message' });
    }
    return { status, message, amount };
  } finally {
    void invalidate('getRefundLimit');
    refetchSalesReports();
  }
}

/** How much the user may still refund; no limit is null. */
export const refundLimitQuery = () => endpointQuery('getRefundLimit', {});

/** Selects the diagnosis endpoint: for a drink that was not poured, or for one that was comped or refunded. */
export const diagnosisOf = (
  drink: SoldDrink,
): 'diagnosePouringFailure' | 'diagnoseComplimentary' | null => {
  if (drink.successQuantity === 0) return 'diagnosePouringFailure';
  return isRefunded(drink) || drink.price === 0 ? 'diagnoseComplimentary' : null;
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
