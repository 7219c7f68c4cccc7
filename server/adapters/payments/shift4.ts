/** Refunds through Shift4's Payment Platform: built from its documentation, not certified. See docs/refunds.md. */
import { z } from 'zod';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import { readShift4Payment } from '../../../rules/orders/payment-provider.ts';
import { toDollars } from '../../../lib/money.ts';
import { ProviderError } from '../provider-errors.ts';
import { requestShift4, shift4Response, type Shift4Request, shift4Time } from '../shift4-client.ts';
import type { RefundOrder, RefundOutcome } from './port.ts';

const responded = shift4Response(
  z.object({
    transaction: z.object({ responseCode: z.string() }),
    amount: z.object({ total: z.coerce.number() }).optional(),
    card: z.object({ token: z.object({ value: z.string() }).optional() }).optional(),
    hostResponse: z.object({ reasonDescription: z.string().optional() }).optional(),
  }),
);
type Reply = z.output<typeof responded>['result'][0];

const invoiceNotFound = 9815;
/** Errors that Shift4 calls communication errors: the transaction may have happened. */
export const maybeHappened = new Set([
  1001, 2011, 4003, 9012, 9018, 9020, 9023, 9033, 9489, 9901, 9902, 9951, 9957, 9960, 9961, 9962,
  9964, 9978,
]);

/** Period in which a missing invoice was certainly never created: later, its batch may have been closed. */
const batchIsOpenMs = 60 * 60_000;

/**
 * Voids the sale for a full refund before settlement; otherwise refunds to the token of its card, under an invoice of
 * the refund's own. A retry is looked up first. Throws when it is unknown whether it was paid.
 */
export async function refundAtShift4(
  call: Shift4Request,
  order: RefundOrder,
): Promise<RefundOutcome> {
  const payment = readShift4Payment(order.paymentId);
  if (payment === null) return declined(refundMessages.notOfProvider);
  const own = String(order.number).padStart(10, '0');
  if (order.isResumed) {
    const earlier = await findInvoice(call, own);
    if (earlier && earlier.amount && earlier.amount.total !== toDollars(order.amountCents)) {
      throw new ProviderError('the invoice of the refund belongs to another transaction');
    }
    if (earlier) return outcomeOf(earlier, own);
    if (order.ageMs > batchIsOpenMs)
      throw new ProviderError('the batch of the refund may be closed');
  }
  const needsSale = order.isWhole || payment.token === null;
  const sale = needsSale ? await findInvoice(call, payment.invoice) : null;
  if (order.isWhole && sale?.amount?.total === toDollars(order.amountCents)) {
    return voidSale(call, payment.invoice);
  }
  // The sale may be missing because it was voided: refunding it as well would pay twice.
  if (order.isWhole && order.isResumed && sale === null) {
    throw new ProviderError('the sale may have been voided');
  }
  const token = payment.token ?? sale?.card?.token?.value;
  if (token === undefined) return declined(refundMessages.needsToken);
  return refundToToken(call, order, { own, originalInvoice: payment.invoice, token });
}

async function findInvoice(call: Shift4Request, invoice: string): Promise<Reply | null> {
  try {
    const path = 'transactions/invoice';
    return (await requestShift4({ ...call, invoice }, 'GET', path, responded)).result[0];
  } catch (error) {
    if (error instanceof ProviderError && error.code === invoiceNotFound) return null;
    throw error;
  }
}

async function voidSale(call: Shift4Request, invoice: string): Promise<RefundOutcome> {
  const path = 'transactions/invoice';
  return decided(invoice, () => requestShift4({ ...call, invoice }, 'DELETE', path, responded));
}

function refundToToken(
  call: Shift4Request,
  { amountCents }: RefundOrder,
  { own, originalInvoice, token }: { own: string; originalInvoice: string; token: string },
): Promise<RefundOutcome> {
  const body = {
    dateTime: shift4Time(),
    amount: { total: toDollars(amountCents) },
    clerk: { numericId: 1 },
    transaction: { invoice: own, originalInvoice },
    card: { token: { value: token } },
  };
  return decided(own, () => requestShift4(call, 'POST', 'transactions/refund', responded, body));
}

/** Treats an error other than a communication error as a refusal. */
async function decided(
  reference: string,
  send: () => Promise<z.output<typeof responded>>,
): Promise<RefundOutcome> {
  try {
    return outcomeOf((await send()).result[0], reference);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code === undefined) throw error;
    if (maybeHappened.has(error.code) || (error.status ?? 500) >= 500) throw error;
    return declined(`${refundMessages.declined} (${String(error.code)})`);
  }
}

function outcomeOf({ transaction, hostResponse }: Reply, reference: string): RefundOutcome {
  const { responseCode } = transaction;
  if (responseCode === 'A') return { state: 'refunded', reference, feeCents: null };
  if (!['D', 'f', 'R', 'X'].includes(responseCode)) {
    throw new ProviderError(`the transaction has the response code ${responseCode}`);
  }
  const why = hostResponse?.reasonDescription?.trim().slice(0, 100);
  return declined(why ? `${refundMessages.declined} (${why})` : refundMessages.declined);
}

const declined = (reason: string): RefundOutcome => ({
  state: 'declined',
  reference: null,
  reason,
});
