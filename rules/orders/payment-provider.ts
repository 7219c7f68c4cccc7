/** Determines which card provider took a payment, once, when the payment is stored. */

/** demo: the demo's own provider, which moves no money. */
export type PaymentProvider = 'stripe' | 'shift4' | 'demo';

/** Card providers by name, as far as a unit or its venue is set up for them. */
interface Setup {
  readonly stripe: boolean;
  readonly shift4: boolean;
}

interface Payment {
  /** Reference of the payment, as reported by the unit; null when it reported none. */
  readonly paymentId: string | null;
  /** Provider named by the unit. */
  readonly named?: PaymentProvider | undefined;
  /** Card readers of the unit. */
  readonly readers: Setup;
  /** Credentials of the venue. */
  readonly accounts: Setup;
}

/** True for charges and payment intents of Stripe. */
export const isStripePayment = (paymentId: string): boolean => /^(pi|ch|py)_\w+$/.test(paymentId);

/** Invoice of a payment through Shift4, and the token of its card where it is known; null for any other reference. */
export function readShift4Payment(
  paymentId: string,
): { invoice: string; token: string | null } | null {
  const parts = /^(\d{1,10})(?::(\w{8,64}))?$/.exec(paymentId);
  if (!parts?.[1]) return null;
  return { invoice: parts[1].padStart(10, '0'), token: parts[2] ?? null };
}

/**
 * Provider of a payment: the one that the unit names, else the one whose references have this form, else the only one
 * that the unit has a reader of, else the only one that the venue has credentials for.
 * @returns null when there is no payment, or it is not known who took it
 */
export function paymentProviderOf(payment: Payment): PaymentProvider | null {
  const { paymentId, named, readers, accounts } = payment;
  if (paymentId === null) return null;
  return named ?? providerByForm(paymentId) ?? onlyOne(readers) ?? onlyOne(accounts);
}

function providerByForm(paymentId: string): PaymentProvider | null {
  if (isStripePayment(paymentId)) return 'stripe';
  if (paymentId.startsWith('demo_')) return 'demo';
  return readShift4Payment(paymentId) === null ? null : 'shift4';
}

function onlyOne({ stripe, shift4 }: Setup): PaymentProvider | null {
  if (stripe === shift4) return null;
  return stripe ? 'stripe' : 'shift4';
}

/** Id of a payment without the card token that may follow the invoice of one through Shift4. */
export const paymentWithoutToken = (paymentId: string): string =>
  readShift4Payment(paymentId)?.invoice ?? paymentId;

/** Last characters of the id of a payment: enough to find it in the books of the provider, too few to use it. */
export const paymentReference = (paymentId: string): string =>
  paymentWithoutToken(paymentId).slice(-4);
