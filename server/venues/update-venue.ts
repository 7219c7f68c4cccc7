import type { BodyOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { maySeeVenueSecrets } from '../../rules/permissions.ts';
import { venueMessages } from '../../rules/messages.ts';
import { hintOf, isMaskedOrEmpty } from '../../lib/secret-mask.ts';
import { type AuditValue, insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { rejectStaleUpdate } from '../shared/reject-stale-update.ts';
import { encrypt } from '../shared/encryption.ts';
import { venueFields } from './venue-fields.ts';
import { lockVenue, updateVenueRow, type VenueRow } from './venues.queries.ts';
import type { ChangedBy } from '../shared/require-account.ts';

type Changes = BodyOf<Endpoints['updateVenue']>;

const secrets = ['privateKey', 'authToken', 'webhookSecret'] as const;
const forSuperAdmins = [
  'taxPercentage',
  'drinkLimit',
  'publicKey',
  'privateKey',
  'clientGuid',
  'authToken',
  'webhookSecret',
] as const;

/**
 * Updates a venue; omitted fields stay unchanged. An owner may change the name; everything else requires a super admin
 * (403 naming the field). Changes that affect money and secrets are audited, secrets by their hint.
 */
export function updateVenue(
  { db, now, secretsKey }: Pick<AppDeps, 'db' | 'now' | 'secretsKey'>,
  venueId: string,
  changes: Changes,
  by: ChangedBy,
): Promise<VenueRow> {
  const maySeeAll = maySeeVenueSecrets(by.actor);
  if (!maySeeAll) refuseSuperAdminFields(changes);
  return db.transaction().execute(async (transaction) => {
    const before = await lockVenue(transaction, venueId);
    // The message of a stale field contains its value.
    rejectStaleUpdate(changes.expected, maySeeAll ? audited(before) : { name: before.name });
    const after = await updateVenueRow(transaction, venueId, columnsOf(changes, secretsKey));
    // A new secret may have the same hint as the old one.
    const replaced = secrets.filter((name) => isNew(changes[name]));
    const [oldValue, newValue] = differences(audited(before), audited(after), replaced);
    if (Object.keys(newValue).length > 0) {
      await insertAudit(transaction, {
        at: now(),
        actor: by.actor,
        ownerId: before.owner_id,
        address: by.address,
        action: 'venue.updated',
        target: `venue ${after.name}`,
        oldValue,
        newValue,
      });
    }
    return after;
  });
}

function refuseSuperAdminFields(changes: Changes): void {
  const field = forSuperAdmins.find((name) => changes[name] !== undefined);
  if (field) throw fieldError({ [field]: venueMessages.forSuperAdmins }, 403);
}

function columnsOf(changes: Changes, secretsKey: string) {
  const { name, taxPercentage, drinkLimit, publicKey, clientGuid } = changes;
  return {
    ...(name === undefined ? {} : { name }),
    ...(taxPercentage === undefined ? {} : { tax_percentage: taxPercentage }),
    ...(drinkLimit === undefined
      ? {}
      : {
          drink_limit_quantity: drinkLimit.quantity,
          drink_limit_minutes: drinkLimit.quantity === 0 ? 0 : drinkLimit.minutes,
        }),
    ...(publicKey || publicKey === null ? { public_key: publicKey ?? '' } : {}),
    ...(clientGuid || clientGuid === null ? { client_guid: clientGuid ?? '' } : {}),
    ...sealed('private_key', changes.privateKey, secretsKey),
    ...sealed('auth_token', changes.authToken, secretsKey),
    ...sealed('webhook_secret', changes.webhookSecret, secretsKey),
  };
}

/** Columns of a secret: null removes it, and its mask leaves it unchanged. */
function sealed(
  column: 'private_key' | 'auth_token' | 'webhook_secret',
  secret: string | null | undefined,
  secretsKey: string,
) {
  if (secret === null) return { [`${column}_sealed`]: null, [`${column}_hint`]: '' };
  if (!isNew(secret)) return {};
  return { [`${column}_sealed`]: encrypt(secretsKey, secret), [`${column}_hint`]: hintOf(secret) };
}

const isNew = (secret: string | null | undefined): secret is string =>
  typeof secret === 'string' && !isMaskedOrEmpty(secret);

const audited = (row: VenueRow): AuditValue => ({
  ...venueFields(row),
  drinkLimitQuantity: row.drink_limit_quantity,
  drinkLimitMinutes: row.drink_limit_minutes,
});

function differences(
  before: AuditValue,
  after: AuditValue,
  always: readonly string[],
): [AuditValue, AuditValue] {
  const names = Object.keys(after).filter(
    (name) => always.includes(name) || before[name] !== after[name],
  );
  const pick = (values: AuditValue): AuditValue =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return [pick(before), pick(after)];
}
