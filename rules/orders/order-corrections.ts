/** Corrections of recorded orders: which changes are accepted, from whom and for how long. */
import { orderMessages } from '../messages.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Facts of an order that do not affect the charge. Amounts are in cents, durations in ms; null or '' when unknown. */
export interface OrderFacts {
  date: Date;
  duration: number | null;
  paymentReaderDeviceName: string;
  processingFee: number | null;
  paymentId: string | null;
  paymentProvider: PaymentProvider | null;
}

export type OrderField = keyof OrderFacts;

const dayMs = 86_400_000;

/** Time after receipt during which a unit may add facts to an order. */
export const unitMayAddForMs = dayMs;

const orderFields: readonly OrderField[] = [
  'date',
  'duration',
  'paymentReaderDeviceName',
  'processingFee',
  'paymentId',
  'paymentProvider',
];

/** The fields whose value differs from the recorded one. */
export function changedFacts(
  stored: OrderFacts,
  sent: { [field in OrderField]?: OrderFacts[field] | undefined },
): Partial<OrderFacts> {
  const isChanged = (field: OrderField) =>
    sent[field] !== undefined && valueOf(sent[field]) !== valueOf(stored[field]);
  return Object.fromEntries(orderFields.filter(isChanged).map((field) => [field, sent[field]]));
}

const valueOf = (fact: OrderFacts[OrderField]) => (fact instanceof Date ? fact.getTime() : fact);

/**
 * Returns a message for each change that is not accepted. A payment, once recorded, never changes: refunds are sent
 * to it. A unit may only add what is still missing, within 24 hours of receipt; an account may correct the rest.
 * @param ageMs time since the order was received
 */
export function refusedCorrections(
  stored: OrderFacts,
  changes: Partial<OrderFacts>,
  { by, ageMs }: { by: 'unit' | 'account'; ageMs: number },
): Partial<Record<OrderField, string>> {
  const refused: Partial<Record<OrderField, string>> = {};
  for (const field of orderFields.filter((name) => name in changes)) {
    const isRecorded = stored[field] !== null && stored[field] !== '';
    if (isPayment(field) && isRecorded) refused[field] = orderMessages.paymentIsFixed;
    else if (field === 'paymentProvider' && !(changes.paymentId ?? stored.paymentId))
      refused[field] = orderMessages.noPaymentId;
    else if (by === 'unit' && isRecorded) refused[field] = orderMessages.alreadyRecorded;
    else if (by === 'unit' && ageMs > unitMayAddForMs) refused[field] = orderMessages.tooLateToAdd;
  }
  return refused;
}

const isPayment = (field: OrderField): boolean =>
  field === 'paymentId' || field === 'paymentProvider';
