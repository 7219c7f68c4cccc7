import { z } from 'zod';
import type { Db } from '../../../db/tables/tables.ts';
import { type FlagReader, venueFlags } from '../flags/port.ts';
import { decryptSecret, inTime, safeReason } from '../provider-errors.ts';
import { embeddedReaders } from './local.ts';
import type { CardReader, ReaderLookup } from './port.ts';
import {
  requestShift4,
  type Shift4AccessTokens,
  type Shift4Request,
  shift4Response,
  shift4Time,
} from '../shift4-client.ts';
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
    // Loaded with the first use: the library of Stripe takes several megabytes.
    const { findStripeReader } = await import('./stripe.ts');
    const access = { base: options.stripeBase, privateKey, timeoutMs: responseTimeoutMs };
    return findStripeReader(access, account.stripeReaderId);
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

/** A unit's card readers and its venue's accounts with their providers. */
interface ReaderAccount {
  unitNumber: number;
  stripeReaderId: string;
  paxShift4ReaderId: string;
  venueId: string;
  venueName: string;
  privateKeySealed: Buffer | null;
  clientGuid: string;
  authTokenSealed: Buffer | null;
}

async function findReaderAccount(db: Db, unitId: string): Promise<ReaderAccount | null> {
  const found = await db
    .selectFrom('units')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select([
      'units.unit_number as unitNumber',
      'units.stripe_reader_id as stripeReaderId',
      'units.pax_shift4_reader_id as paxShift4ReaderId',
      'venues.id as venueId',
      'venues.name as venueName',
      'venues.private_key_sealed as privateKeySealed',
      'venues.client_guid as clientGuid',
      'venues.auth_token_sealed as authTokenSealed',
    ])
    .where('units.id', '=', unitId)
    .where('units.deleted_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

// Endpoints of Shift4's Payment Platform that describe a card reader: built from its documentation, not certified.

const status = shift4Response(z.object({ cloudRegistered: z.string() }));
const merchants = shift4Response(
  z.object({
    merchant: z.object({
      name: z.string().default(''),
      addressLine1: z.string().default(''),
      city: z.string().default(''),
      region: z.string().default(''),
      postalCode: z.string().default(''),
    }),
  }),
);
/** Shift4 stores no name or address per reader: those are the merchant's. Null when it is not registered. */
async function findShift4Reader(
  call: Shift4Request,
  serialNumber: string,
): Promise<CardReader | null> {
  const device = { cloud: true, manufacturer: 'PAX', serialNumber };
  const body = { dateTime: shift4Time(), device };
  const [found, about] = await Promise.all([
    requestShift4(call, 'POST', 'devices/getstatus', status, body),
    requestShift4(call, 'GET', 'merchants/merchant', merchants),
  ]);
  if (found.result[0].cloudRegistered !== 'Y') return null;
  const { name, addressLine1, city, region, postalCode } = about.result[0].merchant;
  return {
    serialNumber,
    displayName: name,
    addressLine1,
    city,
    state: region,
    country: '',
    zipCode: postalCode,
  };
}
