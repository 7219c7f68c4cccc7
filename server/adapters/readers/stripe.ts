import { Stripe } from 'stripe';
import { ProviderError } from '../provider-errors.ts';
import { connectStripe, type StripeAccount } from '../stripe-client.ts';
import type { CardReader } from './port.ts';

/** Gets a reader from Stripe Terminal with the venue's own key; null when it does not belong to that account. */
export async function findStripeReader(
  account: StripeAccount,
  readerId: string,
): Promise<CardReader | null> {
  const stripe = connectStripe(account);
  try {
    const reader = await stripe.terminal.readers.retrieve(readerId, { expand: ['location'] });
    return reader.deleted === true ? null : recordOf(reader);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error.code === 'resource_missing') return null;
    throw new ProviderError(error.type);
  }
}

function recordOf(reader: Stripe.Terminal.Reader): CardReader {
  const location = typeof reader.location === 'object' ? reader.location : null;
  const address = location?.address;
  return {
    serialNumber: reader.serial_number,
    displayName: reader.label,
    addressLine1: address?.line1 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country ?? '',
    zipCode: address?.postal_code ?? '',
  };
}
