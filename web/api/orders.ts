import type { AnswerOf } from '../../contract/call.ts';
import type { Calls } from '../../contract/calls.ts';
import { call } from './client.ts';
import type { CallInput } from './endpoint-input.ts';
import { queryClient } from './query-client.ts';

export type NewOrder = CallInput<'createOrder'>['body'];
export type RecordedSale = AnswerOf<Calls['createOrder']>;

/**
 * Records what a unit sold.
 * @param key the same for every try of one order, so that it is recorded once whatever becomes of the answers
 */
export async function addOrder(order: NewOrder, key: string): Promise<RecordedSale> {
  const sale = await call('createOrder', { headers: { 'idempotency-key': key }, body: order });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['overview'] }),
    queryClient.invalidateQueries({ queryKey: ['salesReport'], refetchType: 'none' }),
  ]);
  return sale;
}
