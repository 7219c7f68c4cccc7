import { Stripe } from 'stripe';
import { ProviderError } from '../provider-error.ts';
import { connectStripe } from '../stripe-client.ts';
import type { CardReader } from './port.ts';

/** What Stripe Terminal knows of a reader, asked with the venue's own key; null when it is not that account's. */
export async function findStripeReader(
  base: string,
  privateKey: string,
  readerId: string,
  timeoutMs: number,
): Promise<CardReader | null> {
  const stripe = connectStripe(base, privateKey, timeoutMs);
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
