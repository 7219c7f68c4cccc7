import { maySeeVenueSecrets } from '../../rules/permissions.ts';
import { venueMessages } from '../../rules/messages.ts';
import { type AuditValue, insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { insertFormerTax } from '../prices/former-prices.queries.ts';
import { rejectStaleUpdate } from '../shared/reject-stale-update.ts';
import { requireRecentInBrowser } from '../shared/require-recent.ts';
import {
  changesSecrets,
  newSecrets,
  type VenueChanges,
  venueColumns,
  venueFields,
} from './venue-fields.ts';
import { lockVenue, updateVenueRow, type VenueRow } from './venues.queries.ts';
import type { ChangedBy } from '../shared/require-account.ts';

/**
 * Updates a venue; omitted fields stay unchanged. An owner may change the name; everything else requires a super admin
 * (403 naming the field). New secrets need a recent authentication in a browser. Changes that affect money and secrets are audited, secrets by their hint.
 */
export function updateVenue(
  { db, now, secretsKey }: Pick<AppDeps, 'db' | 'now' | 'secretsKey'>,
  venueId: string,
  changes: VenueChanges,
  by: ChangedBy,
): Promise<VenueRow> {
  const maySeeAll = maySeeVenueSecrets(by.actor);
  if (!maySeeAll) refuseSuperAdminFields(changes);
  if (changesSecrets(changes)) requireRecentInBrowser(by.actor);
  return db.transaction().execute(async (transaction) => {
    const before = await lockVenue(transaction, venueId);
    // The message of a stale field contains its value.
    rejectStaleUpdate(changes.expected, maySeeAll ? audited(before) : { name: before.name });
    const after = await updateVenueRow(
      transaction,
      venueId,
      venueColumns(before.id, changes, secretsKey),
    );
    const at = now();
    if (before.tax_percentage !== after.tax_percentage)
      await insertFormerTax(transaction, venueId, before.tax_percentage, at);
    // A new secret may have the same hint as the old one.
    const replaced = newSecrets(changes);
    const [oldValue, newValue] = differences(audited(before), audited(after), replaced);
    if (Object.keys(newValue).length > 0) {
      await insertAudit(transaction, {
        at,
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

/** What an owner may send; new fields are for super admins until they are named here. */
const ofOwners = ['name', 'expected'];

function refuseSuperAdminFields(changes: VenueChanges): void {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
  const field = sent.map(([name]) => name).find((name) => !ofOwners.includes(name));
  if (field !== undefined) throw fieldError({ [field]: venueMessages.forSuperAdmins }, 403);
}

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
