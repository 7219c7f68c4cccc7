import type { Db } from '../../../db/tables/tables.ts';
import { type FlagReader, venueFlags } from '../flags/port.ts';
import { decryptSecret } from '../decrypt-secret.ts';
import { inTime } from '../in-time.ts';
import { safeReason } from '../provider-error.ts';
import type { Shift4AccessTokens } from '../shift4-access-tokens.ts';
import { embeddedReaders } from './local.ts';
import type { CardReader, ReaderLookup } from './port.ts';
import { findReaderAccount, type ReaderAccount } from './reader-account.ts';
import { findShift4Reader } from './shift4.ts';
import { findStripeReader } from './stripe.ts';
import { placeInVenue, type SecretsKey } from '../../shared/encryption.ts';

const responseTimeoutMs = 2000;

interface Options {
  db: Db;
  secretsKey: SecretsKey;
  flags: FlagReader;
  /** The only base URLs used, without a trailing slash. */
  stripeBase: string;
  shift4Base: string;
  accessTokenOf: Shift4AccessTokens;
  warn: (message: string) => void;
}

/**
 * Readers as entered by hand, otherwise as known to the venue's card provider. Only the unit's own reader is
 * requested, and a provider that fails or is slow leaves the reader unknown.
 */
export function venueReaders(options: Options): ReaderLookup {
  const { db, secretsKey, flags, accessTokenOf, warn } = options;
  const entered = embeddedReaders(db);

  const requestStripe = async (account: ReaderAccount): Promise<CardReader | null> => {
    if (account.privateKeySealed === null) return null;
    const place = placeInVenue(account.venueId, 'private_key_sealed');
    const privateKey = decryptSecret(secretsKey, account.privateKeySealed, place);
    return findStripeReader(
      options.stripeBase,
      privateKey,
      account.stripeReaderId,
      responseTimeoutMs,
    );
  };

  const requestShift4 = async (
    { authTokenSealed, ...account }: ReaderAccount,
    signal: AbortSignal,
  ): Promise<CardReader | null> => {
    if (authTokenSealed === null || account.clientGuid === '') return null;
    const accessToken = await accessTokenOf({ ...account, authTokenSealed });
    const call = { base: options.shift4Base, signal, accessToken };
    return findShift4Reader(call, account.paxShift4ReaderId);
  };

  const callProvider = async (readerId: string, unitId: string): Promise<CardReader | null> => {
    const account = await findReaderAccount(db, unitId);
    if (account === null) return null;
    const on = await flags.flagsOn(venueFlags({ id: account.venueId, name: account.venueName }));
    const usesShift4 = on.has('general--pax-shift4');
    // Venues may share an account with the provider; a unit still gets only its own reader.
    if (readerId !== (usesShift4 ? account.paxShift4ReaderId : account.stripeReaderId)) return null;
    const signal = AbortSignal.timeout(responseTimeoutMs);
    try {
      return await inTime(
        signal,
        usesShift4 ? requestShift4(account, signal) : requestStripe(account),
      );
    } catch (error) {
      warn(
        `${usesShift4 ? 'Shift4' : 'Stripe'} did not return the card reader of unit ${account.unitNumber} (${signal.aborted ? 'no response in time' : safeReason(error)}): it counts as unknown.`,
      );
      return null;
    }
  };

  return {
    findReader: async (readerId, unitId) => {
      const record = await entered.findReader(readerId, unitId);
      const isEmpty = record === null || Object.values(record).every((text) => text === '');
      return isEmpty ? ((await callProvider(readerId, unitId)) ?? record) : record;
    },
  };
}
