import { validate } from 'uuid';
import type { Db } from '../../../db/tables/tables.ts';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import type { Payments, RefundOrder, RefundOutcome } from './port.ts';
import { maybeHappened, refundAtShift4 } from './shift4.ts';
import { decryptSecret, inTime, ProviderError } from '../provider-errors.ts';
import type { Shift4AccessTokens } from '../shift4-client.ts';
import { placeInVenue, type SecretPlace, type SecretsKey } from '../../shared/encryption.ts';

/** Of each provider; a job follows up on refunds without a response. */
const responseTimeoutMs = 15_000;
/** Bounds a refund together with its requests: see the claim of a refund. */
const accessTokenWithinMs = 25_000;
const responseWithinMs = 20_000;

interface Options {
  db: Db;
  secretsKey: SecretsKey;
  /** The only base URLs used, without a trailing slash. */
  stripeBase: string;
  shift4Base: string;
  accessTokenOf: Shift4AccessTokens;
  /** Refunds payments of the demo; null where there is no demo. */
  demo: Payments | null;
  /** Shorter for tests. */
  timeoutMs?: number;
}

/** Loaded with the first use: the library of Stripe takes several megabytes. */
const stripe = () => import('./stripe.ts');

/** Refunds through the provider that took the payment, with the venue's own credentials, or not at all. */
export function venuePayments(options: Options): Payments {
  const { db, secretsKey, timeoutMs = responseTimeoutMs } = options;

  const requestStripe = async ({ venueId, privateKeySealed }: VenueAccount, order: RefundOrder) => {
    if (privateKeySealed === null) {
      return neverRequested(order, refundMessages.noCredentials('Stripe'));
    }
    const privateKey = opened(
      secretsKey,
      privateKeySealed,
      placeInVenue(venueId, 'private_key_sealed'),
    );
    if (privateKey === null) return neverRequested(order, refundMessages.keyLost);
    const { refundAtStripe } = await stripe();
    return refundAtStripe({ base: options.stripeBase, privateKey, timeoutMs }, order);
  };

  const requestShift4 = async (
    { authTokenSealed, ...account }: VenueAccount,
    order: RefundOrder,
  ) => {
    if (authTokenSealed === null || account.clientGuid === '') {
      return neverRequested(order, refundMessages.noCredentials('Shift4'));
    }
    const place = placeInVenue(account.venueId, 'auth_token_sealed');
    if (opened(secretsKey, authTokenSealed, place) === null) {
      return neverRequested(order, refundMessages.keyLost);
    }
    let accessToken: string;
    try {
      const within = AbortSignal.timeout(Math.min(accessTokenWithinMs, timeoutMs * 2));
      accessToken = await inTime(within, options.accessTokenOf({ ...account, authTokenSealed }));
    } catch (error) {
      const { keyRefused, notReached } = refundMessages;
      return neverRequested(order, isRefusal(error) ? keyRefused : notReached);
    }
    const signal = AbortSignal.timeout(timeoutMs);
    return refundAtShift4({ base: options.shift4Base, signal, accessToken }, order);
  };

  return {
    responseWithinMs,
    refund: async (provider, order) => {
      if (provider === 'demo') {
        return (
          options.demo?.refund(provider, order) ?? neverRequested(order, refundMessages.noDemo)
        );
      }
      const account = await findVenueAccount(db, order.venueId);
      if (account === null) throw new ProviderError('the venue does not exist');
      return provider === 'stripe' ? requestStripe(account, order) : requestShift4(account, order);
    },
    readStripeWebhook: async (webhook) => {
      const account = validate(webhook.venueId)
        ? await findVenueAccount(db, webhook.venueId)
        : null;
      const sealed = account?.webhookSecretSealed ?? null;
      if (account === null || sealed === null) return 'unsigned';
      const place = placeInVenue(account.venueId, 'webhook_secret_sealed');
      const secret = opened(secretsKey, sealed, place);
      return secret === null ? 'unsigned' : (await stripe()).readStripeEvent(webhook, secret);
    },
  };
}

/** True when Shift4 itself rejects the credentials: not for a network failure, a time-out or a failure of Shift4. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.code === undefined) return false;
  return (error.status ?? 500) < 500 && !maybeHappened.has(error.code);
}

/** Without a key no request was sent, unless it was sent before. */
function neverRequested({ isResumed }: RefundOrder, reason: string): RefundOutcome {
  if (isResumed) throw new ProviderError(reason);
  return { state: 'declined', reference: null, reason };
}

function opened(secretsKey: SecretsKey, sealed: Buffer, place: SecretPlace): string | null {
  try {
    return decryptSecret(secretsKey, sealed, place);
  } catch {
    return null;
  }
}

/** A venue's accounts with card providers. */
interface VenueAccount {
  venueId: string;
  venueName: string;
  privateKeySealed: Buffer | null;
  clientGuid: string;
  authTokenSealed: Buffer | null;
  webhookSecretSealed: Buffer | null;
}

async function findVenueAccount(db: Db, venueId: string): Promise<VenueAccount | null> {
  const found = await db
    .selectFrom('venues')
    .select([
      'id as venueId',
      'name as venueName',
      'private_key_sealed as privateKeySealed',
      'client_guid as clientGuid',
      'auth_token_sealed as authTokenSealed',
      'webhook_secret_sealed as webhookSecretSealed',
    ])
    .where('id', '=', venueId)
    .executeTakeFirst();
  return found ?? null;
}
