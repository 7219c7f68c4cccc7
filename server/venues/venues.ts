/** Venues: creation and changes. */
import { limitToVenues } from '../../db/tenant.ts';
import { venueMessages } from '../../rules/venues/venue-messages.ts';
import { nightMessages } from '../../rules/nights/night-messages.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import { parseStart, type VenueClock } from '../../rules/nights/venue-clock.ts';
import {
  type AccountActor,
  isSuperAdmin,
  maySeeVenueSecrets,
  ownerOf,
} from '../../rules/permissions.ts';
import { type AuditValue, insertAudit } from '../audit/audit.queries.ts';
import { findOwner } from '../owners/owners.queries.ts';
import { requireQuota } from '../owners/owners.ts';
import { insertFormerTax } from '../prices/former-prices.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, forbidden, notFound } from '../shared/errors.ts';
import { parseId, newId } from '../shared/ids.ts';
import { type AuditContext, rejectStaleUpdate, requireRecentInBrowser } from '../shared/require.ts';
import { upsertClock } from './nights.queries.ts';
import {
  changesSecrets,
  newSecrets,
  ownFields,
  type VenueChanges,
  venueColumns,
  venueFields,
} from './venue-fields.ts';
import {
  getVenueById,
  insertVenue,
  lockVenue,
  updateVenueRow,
  type VenueRow,
} from './venues.queries.ts';
import { requireTimezone } from './nights.ts';

interface NewVenue extends NewClockFields {
  name: string;
  address?: string | undefined;
  ownerId?: string | undefined;
}

/** Adds a venue: an owner for themselves, a super admin for the owner they name. */
export function createVenue(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  form: NewVenue,
  by: AuditContext,
): Promise<VenueRow> {
  const ownerId = ownerFor(by.actor, form.ownerId);
  const at = now();
  const id = newId(at);
  const clock = newClock(form, at);
  limitToVenues([id]);
  return db.transaction().execute(async (transaction) => {
    if (!(await findOwner(transaction, ownerId))) throw notFound('owner');
    await requireQuota(transaction, by.actor, ownerId, 'venues');
    await insertVenue(transaction, {
      id,
      owner_id: ownerId,
      name: form.name,
      address: form.address ?? '',
      created_at: at,
    });
    if (clock) await upsertClock(transaction, id, clock, { userId: by.actor.userId, at });
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'venue.created',
      target: `venue ${form.name}`,
    });
    return getVenueById(transaction, id);
  });
}

function ownerFor(actor: AccountActor, ownerId: string | undefined): string {
  if (!isSuperAdmin(actor)) {
    const own = ownerOf(actor);
    if (own === null || (ownerId !== undefined && ownerId !== own)) throw forbidden();
    return own;
  }
  if (ownerId === undefined) throw fieldError({ ownerId: venueMessages.noOwner });
  return parseId(ownerId, 'owner');
}

/**
 * Updates a venue; omitted fields stay unchanged. An owner may change the name, the address and the first day of the week; everything else requires a super admin
 * (403 naming the field). New secrets need a recent authentication in a browser. Changes that affect money and secrets are audited, secrets by their hint.
 */
export function updateVenue(
  { db, now, secretsKey }: Pick<AppDeps, 'db' | 'now' | 'secretsKey'>,
  venueId: string,
  changes: VenueChanges,
  by: AuditContext,
): Promise<VenueRow> {
  const maySeeAll = maySeeVenueSecrets(by.actor);
  if (!maySeeAll) refuseSuperAdminFields(changes);
  if (changesSecrets(changes)) requireRecentInBrowser(by.actor);
  return db.transaction().execute(async (transaction) => {
    const before = await lockVenue(transaction, venueId);
    // The message of a stale field contains its value.
    rejectStaleUpdate(changes.expected, maySeeAll ? audited(before) : ownFields(before));
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
      await insertAudit(transaction, by, at, {
        ownerId: before.owner_id,
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
const ofOwners = ['name', 'address', 'firstWeekday', 'expected'];

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

export interface NewClockFields {
  timezone?: string | undefined;
  startsAt?: string | undefined;
}

const usualStart = '04:00';

/** Clock of a venue that is added now; null where no zone is given. Throws 400 for one that is not known. */
export function newClock(
  { timezone, startsAt = usualStart }: NewClockFields,
  at: Date,
): VenueClock | null {
  if (timezone === undefined) return null;
  const startsMinutes = parseStart(startsAt);
  requireTimezone(timezone);
  if (startsMinutes === null) throw fieldError({ startsAt: nightMessages.badStart });
  const clock: VenueClock = { fromDay: '2000-01-01', timezone, startsMinutes };
  const today = nightAt({ clocks: [clock], ends: new Map() }, at.getTime()).day;
  return { ...clock, fromDay: today };
}
