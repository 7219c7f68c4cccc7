import { validate } from 'uuid';
import type { Db } from '../../../db/tables/tables.ts';
import { flagNamed } from '../../../rules/flags/flag-names.ts';
import { refundMessages } from '../../../rules/messages.ts';
import type { FlagReader } from '../flags/port.ts';
import { decryptSecret } from '../decrypt-secret.ts';
import { ProviderError } from '../provider-error.ts';
import type { Shift4AccessTokens } from '../shift4-access-tokens.ts';
import { connectStripe } from '../stripe-client.ts';
import { embeddedPayments } from './local.ts';
import type { Payments, RefundOrder, RefundOutcome } from './port.ts';
import { refundAtShift4 } from './shift4.ts';
import { isStripePayment, readStripeEvent, refundAtStripe } from './stripe.ts';
import { findVenueAccount, type VenueAccount } from './venue-account.ts';

/** A user waits for the response; a job follows up on refunds that take longer. */
const responseTimeoutMs = 15_000;

interface Options {
  db: Db;
  secretsKey: string;
  flags: FlagReader;
  /** The only base URLs used, without a trailing slash. */
  stripeBase: string;
  shift4Base: string;
  accessTokenOf: Shift4AccessTokens;
  /** Shorter for tests. */
  timeoutMs?: number;
}

/**
 * Refunds through the provider of the payment, with the venue's own credentials: Stripe for Stripe's payments,
 * otherwise the provider selected by the flag. When the sale names no payment, or the venue has no credentials, only
 * records the refund.
 */
export function venuePayments(options: Options): Payments {
  const { db, secretsKey, flags, timeoutMs = responseTimeoutMs } = options;
  const embedded = embeddedPayments();

  const requestStripe = ({ privateKeySealed }: VenueAccount, order: RefundOrder) => {
    if (privateKeySealed === null) return neverRequested(order, refundMessages.noCredentials);
    const privateKey = opened(secretsKey, privateKeySealed);
    if (privateKey === null) return neverRequested(order, refundMessages.keyLost);
    return refundAtStripe(connectStripe(options.stripeBase, privateKey, timeoutMs), order);
  };

  const requestShift4 = async (
    { authTokenSealed, ...account }: VenueAccount,
    order: RefundOrder,
  ) => {
    if (authTokenSealed === null || account.clientGuid === '') {
      return neverRequested(order, refundMessages.noCredentials);
    }
    if (opened(secretsKey, authTokenSealed) === null) {
      return neverRequested(order, refundMessages.keyLost);
    }
    let accessToken: string;
    try {
      accessToken = await options.accessTokenOf({ ...account, authTokenSealed });
    } catch {
      return neverRequested(order, refundMessages.keyRefused);
    }
    const signal = AbortSignal.timeout(timeoutMs);
    return refundAtShift4({ base: options.shift4Base, signal, accessToken }, order);
  };

  return {
    providerOf: async (venueId, paymentId) => {
      const account = await findVenueAccount(db, venueId);
      if (account === null || !paymentId) return 'embedded';
      const on = await flags.flagsOn({ kind: 'venue', key: account.venueName });
      const usesShift4 = on.has(flagNamed.paxShift4) && !isStripePayment(paymentId);
      if (usesShift4) {
        return account.authTokenSealed && account.clientGuid !== '' ? 'shift4' : 'embedded';
      }
      return account.privateKeySealed ? 'stripe' : 'embedded';
    },
    refund: async (provider, order) => {
      if (provider === 'embedded') return embedded.refund(provider, order);
      const account = await findVenueAccount(db, order.venueId);
      if (account === null) return neverRequested(order, refundMessages.noCredentials);
      return provider === 'stripe' ? requestStripe(account, order) : requestShift4(account, order);
    },
    readStripeWebhook: async (webhook) => {
      const account = validate(webhook.venueId)
        ? await findVenueAccount(db, webhook.venueId)
        : null;
      const sealed = account?.webhookSecretSealed ?? null;
      const secret = sealed === null ? null : opened(secretsKey, sealed);
      return secret === null ? 'unsigned' : readStripeEvent(webhook, secret);
    },
  };
}

/** Without a key no request was sent, unless it was sent before. */
function neverRequested({ isResumed }: RefundOrder, reason: string): RefundOutcome {
  if (isResumed) throw new ProviderError(reason);
  return { state: 'declined', reference: null, reason };
}

function opened(secretsKey: string, sealed: Buffer): string | null {
  try {
    return decryptSecret(secretsKey, sealed);
  } catch {
    return null;
  }
}
