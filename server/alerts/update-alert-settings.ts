import type { z } from 'zod';
import type { updateAlertSettings as settingsEndpoint } from '../../contract/alerts.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { alertMessages } from '../../rules/alerts/alert-messages.ts';
import type { AlertSettings } from '../../rules/alerts/notified-people.ts';
import { settingsToStore } from '../../rules/alerts/venues-of-settings.ts';
import { type AccountActor, memberOf, scopeOf } from '../../rules/permissions.ts';
import { refuseContactNumber } from '../../rules/recipients/contact-number.ts';
import { requestConfirmations } from '../recipients/request-confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';
import { findVenue, listVenueOwners } from '../venues/venues.queries.ts';
import { findSettings, upsertSettings } from './alert-people.queries.ts';

type SettingsBody = z.output<typeof settingsEndpoint.body>;

/** Stores which alerts an account gets as messages. A new number is asked to confirm before it gets any. */
export async function updateAlertSettings(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  actor: AccountActor,
  settings: AlertSettings,
): Promise<void> {
  const { userId } = actor;
  const at = now();
  await withoutTenant(() =>
    db.transaction().execute(async (transaction) => {
      const before = await findSettings(transaction, userId);
      await upsertSettings(
        transaction,
        userId,
        await toStore(transaction, actor, settings, before),
      );
      if (settings.phone === null || settings.phone === before?.phone) return;
      const recipient = { account_id: userId, channel: 'sms' as const, address: settings.phone };
      await requestConfirmations(transaction, [recipient], { venueId: null, at });
    }),
  );
}

/** The venues that one of several owners' staff has chosen for others stay. */
async function toStore(
  db: Tx,
  actor: AccountActor,
  settings: AlertSettings,
  before: { venue_ids: string[] | null } | undefined,
): Promise<AlertSettings> {
  const member = memberOf(actor);
  const venueIds = before?.venue_ids ?? null;
  if (member === null || venueIds === null) return settings;
  const owners = await listVenueOwners(db, venueIds);
  return settingsToStore(member.ownerId, settings, venueIds, owners);
}

/** Checks settings against the venues of the account. Throws 400 with a message per field. */
export async function requireSettings(
  { db }: Pick<AppDeps, 'db'>,
  actor: AccountActor,
  body: SettingsBody,
): Promise<AlertSettings> {
  const { mail, sms, push, weekdays, quiet, timezone, phone } = body;
  if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
  if (quiet && quiet.fromMinutes === quiet.toMinutes)
    throw fieldError({ 'quiet.toMinutes': alertMessages.sameQuietTimes });
  const refused = phone === null ? null : refuseContactNumber(phone);
  if (refused !== null) throw fieldError({ phone: refused });
  if (sms.length > 0 && phone === null) throw fieldError({ phone: alertMessages.needsPhone });
  return {
    ...body,
    mail: [...new Set(mail)],
    sms: [...new Set(sms)],
    push: [...new Set(push)],
    weekdays: [...new Set(weekdays)],
    venueIds: body.venueIds === null ? null : await requireVenueIds(db, actor, body.venueIds),
  };
}

async function requireVenueIds(
  db: AppDeps['db'],
  actor: AccountActor,
  ids: readonly string[],
): Promise<string[]> {
  const known: string[] = [];
  for (const id of new Set(validIds(ids)))
    if (await findVenue(db, id, scopeOf(actor))) known.push(id);
  if (known.length < new Set(ids).size) throw fieldError({ venueIds: alertMessages.unknownVenue });
  return known;
}
