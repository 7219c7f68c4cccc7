import type { Kysely } from 'kysely';
import { validate } from 'uuid';
import type { Tables } from '../../../db/tables/tables.ts';
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

/** Somebody waits for it at a screen; what takes longer is looked up by a job. */
const answerWithinMs = 15_000;

interface Options {
  db: Kysely<Tables>;
  secretsKey: string;
  flags: FlagReader;
  /** The only addresses that are ever asked, without a slash at the end. */
  stripeBase: string;
  shift4Base: string;
  accessTokenOf: Shift4AccessTokens;
  /** Shorter for tests. */
  timeoutMs?: number;
}

/**
 * Money goes back the way it came, with the venue's own credentials: a payment of Stripe's over Stripe, any other over the
 * provider that the flag names. Where the sale names no payment, or the venue has no credentials, only the books are kept.
 */
export function venuePayments(options: Options): Payments {
  const { db, secretsKey, flags, timeoutMs = answerWithinMs } = options;
  const embedded = embeddedPayments();

  const askStripe = ({ privateKeySealed }: VenueAccount, order: RefundOrder) => {
    if (privateKeySealed === null) return neverAsked(order, refundMessages.noCredentials);
    const privateKey = opened(secretsKey, privateKeySealed);
    if (privateKey === null) return neverAsked(order, refundMessages.keyLost);
    return refundAtStripe(connectStripe(options.stripeBase, privateKey, timeoutMs), order);
  };

  const askShift4 = async ({ authTokenSealed, ...account }: VenueAccount, order: RefundOrder) => {
    if (authTokenSealed === null || account.clientGuid === '') {
      return neverAsked(order, refundMessages.noCredentials);
    }
    if (opened(secretsKey, authTokenSealed) === null) {
      return neverAsked(order, refundMessages.keyLost);
    }
    let accessToken: string;
    try {
      accessToken = await options.accessTokenOf({ ...account, authTokenSealed });
    } catch {
      return neverAsked(order, refundMessages.keyRefused);
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
      if (account === null) return neverAsked(order, refundMessages.noCredentials);
      return provider === 'stripe' ? askStripe(account, order) : askShift4(account, order);
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

/** Without a key nothing was asked for, unless it was asked for before. */
function neverAsked({ isResumed }: RefundOrder, reason: string): RefundOutcome {
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
