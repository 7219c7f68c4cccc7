import type { EndpointBody } from '../../contract/endpoints.ts';
import { hintOf, isMaskedOrEmpty, masked } from '../../lib/plain-text.ts';
import { readColumns, writeColumns } from '../shared/columns.ts';
import { encrypt, placeInVenue, type SecretsKey, type VenueSecret } from '../shared/encryption.ts';
import type { VenueRow } from './venues.queries.ts';

export type VenueChanges = EndpointBody<'updateVenue'>;

const secrets = ['privateKey', 'authToken', 'webhookSecret'] as const;
type SecretName = (typeof secrets)[number];

const columns = {
  name: 'name',
  address: 'address',
  firstWeekday: 'first_weekday',
  taxPercentage: 'tax_percentage',
  publicKey: 'public_key',
  clientGuid: 'client_guid',
} as const satisfies Record<
  Exclude<keyof VenueChanges, SecretName | 'drinkLimit' | 'expected'>,
  keyof VenueRow
>;

/** Fields that owners see and change, by their API names. */
export const ownFields = (row: VenueRow) => ({
  name: row.name,
  address: row.address,
  firstWeekday: row.first_weekday,
});

/** Fields of a venue by their API names, except the drink limit; secrets are masked. */
export const venueFields = (row: VenueRow) => ({
  ...readColumns(columns, row),
  privateKey: masked(row.private_key_hint),
  authToken: masked(row.auth_token_hint),
  webhookSecret: masked(row.webhook_secret_hint),
});

/** Returns the names of the secrets that an update replaces. */
export const newSecrets = (changes: VenueChanges): SecretName[] =>
  secrets.filter((name) => isNew(changes[name]));

/** True for an update that replaces or removes a secret. */
export const changesSecrets = (changes: VenueChanges): boolean =>
  secrets.some((name) => changes[name] === null || isNew(changes[name]));

/** Returns the columns that an update changes: an empty or masked credential stays, and null removes it. */
export function venueColumns(venueId: string, changes: VenueChanges, secretsKey: SecretsKey) {
  const { drinkLimit, publicKey, clientGuid } = changes;
  const seal: Seal = (column, secret) => encrypt(secretsKey, secret, placeInVenue(venueId, column));
  return {
    ...writeColumns(columns, {
      ...changes,
      publicKey: publicKey === null ? '' : publicKey || undefined,
      clientGuid: clientGuid === null ? '' : clientGuid || undefined,
    }),
    ...(drinkLimit && {
      drink_limit_quantity: drinkLimit.quantity,
      drink_limit_minutes: drinkLimit.quantity === 0 ? 0 : drinkLimit.minutes,
    }),
    ...secretColumns('private_key', changes.privateKey, seal),
    ...secretColumns('auth_token', changes.authToken, seal),
    ...secretColumns('webhook_secret', changes.webhookSecret, seal),
  };
}

type Seal = (column: VenueSecret, secret: string) => Buffer;

function secretColumns(
  column: 'private_key' | 'auth_token' | 'webhook_secret',
  secret: string | null | undefined,
  seal: Seal,
) {
  if (secret === null) return { [`${column}_sealed`]: null, [`${column}_hint`]: '' };
  if (!isNew(secret)) return {};
  return {
    [`${column}_sealed`]: seal(`${column}_sealed`, secret),
    [`${column}_hint`]: hintOf(secret),
  };
}

const isNew = (secret: string | null | undefined): secret is string =>
  typeof secret === 'string' && !isMaskedOrEmpty(secret);
