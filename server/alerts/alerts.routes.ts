import * as endpoints from '../../contract/alerts.ts';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as pushEndpoints from '../../contract/recipients.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { alertMessages } from '../../rules/alerts/alert-messages.ts';
import { type AlertSettings, settingsFor } from '../../rules/alerts/notified-people.ts';
import { type AccountActor, type Actor, memberOf, scopeOf } from '../../rules/permissions.ts';
import { personName } from '../../rules/users/person-name.ts';
import { findSettings, listDuties, settingsFrom } from './notifications.queries.ts';
import {
  countWaiting,
  findAlert,
  type ListedAlert,
  listEvents,
  listNames,
  listOpenAlerts,
  listResolvedAlerts,
} from './alerts.queries.ts';
import {
  countMessages,
  requireSettings,
  updateAlert,
  updateAlertSettings,
  updateDuty,
} from './alerts.ts';
import { accountsOf, alertView, logView } from './alerts.view.ts';
import {
  createPushSubscription,
  deletePushSubscription,
  sendTestPush,
} from './push-subscriptions.ts';
import type { Mount } from '../http/mount.ts';
import {
  findRecipient,
  listPushSubscriptions,
  type PushSubscriptionRow,
} from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { auditContext, requireAccount, requireCursor } from '../shared/require.ts';
import { findInVenues, requireVenue } from '../venues/venue-access.ts';
import { listVenueOwners } from '../venues/venues.queries.ts';

export function alertRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;

  mount(endpoints.listAlerts, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const at = now();
    const before = await requireCursor(
      query.before,
      async (id) => (await findAlert(db, id, scopeOf(actor))) ?? undefined,
      alertMessages.noSuchAlertBefore,
    );
    const rows =
      query.state === 'open'
        ? await listOpenAlerts(db, venue.id)
        : await listResolvedAlerts(db, venue.id, {
            before: before?.id,
            size: query.pagination.size,
          });
    const names = await listNames(db, accountsOf(rows));
    return {
      alerts: rows.map((row) => alertView(row, names, at)),
      waiting: await countWaiting(db, venue.id, at),
    };
  });

  mount(endpoints.getDuty, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const at = now();
    const duties = await listDuties(db, [venue.id], { from: at, until: at });
    const names = await listNames(
      db,
      duties.map(({ user_id }) => user_id),
    );
    const own = actor.kind === 'account' ? actor.userId : '';
    return {
      onTonight: duties
        .toSorted((one, other) => Number(other.user_id === own) - Number(one.user_id === own))
        .flatMap(({ user_id }) => {
          const found = names.get(user_id);
          return found ? personName(found) : [];
        }),
      isOnTonight: duties.some(({ user_id }) => user_id === own),
    };
  });

  mount(endpoints.getAlert, async ({ actor, params }) => {
    const row = await requireAlert(deps, actor, params.id);
    const events = await listEvents(db, row);
    const people = events.flatMap(({ person_id }) => person_id ?? []);
    const names = await listNames(db, [...new Set([...accountsOf([row]), ...people])]);
    return { ...alertView(row, names, now()), log: logView(events, names) };
  });

  mount(endpoints.updateAlert, async (request) => {
    const { actor, params, body } = request;
    const row = await requireAlert(deps, actor, params.id);
    await updateAlert(deps, row, body, auditContext(request));
    const changed = await requireAlert(deps, actor, params.id);
    return alertView(changed, await listNames(db, accountsOf([changed])), now());
  });

  mount(endpoints.updateDuty, async (request) => {
    const { actor, params, body } = request;
    const venue = await requireVenue(deps, actor, params.venueId);
    const until = await updateDuty(deps, venue.id, body.isOnTonight, auditContext(request));
    return { isOnTonight: until !== null, until: until?.toISOString() ?? null };
  });

  mount(endpoints.getAlertSettings, ({ actor }) => settingsView(deps, requireAccount(actor)));

  mount(endpoints.updateAlertSettings, async ({ actor, body }) => {
    const account = requireAccount(actor);
    await updateAlertSettings(deps, account, await requireSettings(deps, account, body));
    return settingsView(deps, account);
  });

  mount(endpoints.previewAlertSettings, async ({ actor, body }) => {
    const account = requireAccount(actor);
    const settings = await requireSettings(deps, account, body);
    return { messagesLastWeek: await countMessages(deps, account, settings) };
  });
}

/** Returns the alert if its venue is in the actor's scope; otherwise throws 404, as for a missing one. */
async function requireAlert(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  text: string,
): Promise<ListedAlert> {
  const id = parseId(text, 'alert');
  const found = await findInVenues(db, () => findAlert(db, id, scopeOf(actor)));
  if (!found) throw notFound('alert');
  return found;
}

type SettingsView = EndpointResponse<'getAlertSettings'>;

/** Settings belong to an account, also where that is of an owner's staff, so they are read without a tenant. */
async function settingsView(
  deps: Pick<AppDeps, 'db' | 'now'>,
  actor: AccountActor,
): Promise<SettingsView> {
  const { db } = deps;
  const { userId, email, accountType } = actor;
  const { settings, mail, phone, chosen } = await withoutTenant(async () => {
    const row = await findSettings(db, userId);
    const member = memberOf(actor);
    const all = settingsFrom(row, accountType === 'owner');
    const stored = member
      ? settingsFor(member.ownerId, all, await listVenueOwners(db, all.venueIds ?? []))
      : all;
    const key = { account_id: userId, channel: 'sms' as const, address: stored.phone ?? '' };
    return {
      chosen: row !== undefined,
      settings: stored,
      mail: await findRecipient(db, mailRecipient(userId, email)),
      phone: stored.phone === null ? undefined : await findRecipient(db, key),
    };
  });
  return {
    ...shown(settings),
    chosen,
    phoneState: settings.phone === null ? null : (phone?.state ?? 'waiting'),
    isEmailConfirmed: mail?.state === 'confirmed',
    messagesLastWeek: await countMessages(deps, actor, settings),
  };
}

const shown = (settings: AlertSettings) => ({
  ...settings,
  mail: [...settings.mail],
  sms: [...settings.sms],
  push: [...settings.push],
  venueIds: settings.venueIds === null ? null : [...settings.venueIds],
  weekdays: [...settings.weekdays],
});

/** Browsers belong to an account, also where that is of an owner's staff, so they are read without a tenant. */
export function pushSubscriptionRoutes(mount: Mount, deps: AppDeps): void {
  const limit = sharedRateLimit(deps.pool, { name: 'test pushes', most: 10, windowSeconds: 3600 });

  mount(pushEndpoints.listPushSubscriptions, async ({ actor }) => {
    const { userId, sessionId } = requireAccount(actor);
    const rows = await withoutTenant(() => listPushSubscriptions(deps.db, userId, deps.now()));
    return {
      publicKey: deps.push?.publicKey ?? null,
      subscriptions: rows.map((row) => pushSubscriptionView(row, sessionId)),
    };
  });

  mount(pushEndpoints.createPushSubscription, async ({ actor, body, raw }) => {
    const account = requireAccount(actor);
    const row = await withoutTenant(() =>
      createPushSubscription(deps, account, body, raw.headers['user-agent']),
    );
    return pushSubscriptionView(row, account.sessionId);
  });

  mount(pushEndpoints.deletePushSubscription, async ({ actor, params }) => {
    await withoutTenant(() => deletePushSubscription(deps, requireAccount(actor), params.id));
    return { deleted: true as const };
  });

  mount(pushEndpoints.sendTestPush, async ({ actor, params }) => {
    await withoutTenant(() => sendTestPush({ ...deps, limit }, requireAccount(actor), params.id));
    return { queued: true as const };
  });
}

export const pushSubscriptionView = (
  { id, device, created_at, last_used_at, failed_at, session_id }: PushSubscriptionRow,
  sessionId: string,
): EndpointResponse<'createPushSubscription'> => ({
  id,
  device,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
  failedAt: failed_at?.toISOString() ?? null,
  isCurrent: session_id === sessionId,
});
