/** Webhooks of an owner: added, changed, tried, and asked to send again. */
import type { EndpointBody, EndpointResponse } from '../../contract/endpoints.ts';
import type { Db } from '../../db/tables/tables.ts';
import { isEmptyUpdate } from '../../lib/lists.ts';
import type { Scope } from '../../rules/permissions.ts';
import {
  mostWebhooks,
  previousSecretHours,
  webhookMessages,
} from '../../rules/webhooks/webhooks.ts';
import type { WebhookSender } from '../adapters/webhooks/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { encrypt, placeInWebhook } from '../shared/encryption.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, newWebhookSecret, parseId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { findUnit } from '../units/units.queries.ts';
import { requireOwnVenues, venueNamesText } from '../venues/chosen-venues.ts';
import { listVenueIds } from '../venues/venues.queries.ts';
import { sendAgain } from './deliveries.queries.ts';
import { headersOf } from './sign.ts';
import * as rows from './webhooks.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'secretsKey' | 'webhooks'>;

/** Names a webhook of an owner. */
export interface WebhookRef {
  ownerId: string;
  id: string;
}

/** Returns what sends webhooks; throws 409 where they are turned off. */
export function requireSender({ webhooks }: Pick<AppDeps, 'webhooks'>): WebhookSender {
  if (webhooks === null) throw new HttpError(409, webhookMessages.off);
  return webhooks;
}

export async function requireWebhook(
  { db }: Pick<AppDeps, 'db'>,
  { ownerId, id }: WebhookRef,
): Promise<rows.WebhookRow> {
  const found = await rows.findWebhook(db, ownerId, id);
  if (!found) throw notFound('webhook');
  return found;
}

function requireAddress(sender: WebhookSender, url: string): void {
  if (!sender.mayUse(new URL(url).hostname)) throw fieldError({ url: webhookMessages.notPublic });
}

/** Last numbers of the units in the chosen venues of an owner. Throws 400 for a venue that it does not have. */
async function readNumbers(db: Db, ownerId: string, chosen: readonly string[] | null) {
  const ids = await requireOwnVenues(db, ownerId, chosen);
  return rows.listNumbers(db, ids ?? (await listVenueIds(db, ownerId)));
}

/** As they are stored with a webhook: by the id of the unit. */
const byUnit = (numbers: Awaited<ReturnType<typeof readNumbers>>): Record<string, number> =>
  Object.fromEntries(numbers.map(({ unit_id, last_number }) => [unit_id, last_number]));

/** What the activity log shows of the address: its query may hold a key. */
export const targetOf = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `webhook ${origin}${pathname}`;
};

/**
 * Adds a webhook and returns its secret, which can be shown only once. What happens from now on is sent to it. Throws 400
 * for an address that may not be used or venues that the owner does not have, and 409 where the owner has as many as one
 * may have.
 */
export async function createWebhook(
  deps: Needs,
  ownerId: string,
  { url, events, venueIds }: EndpointBody<'createWebhook'>,
  by: AuditContext,
): Promise<{ id: string; secret: string }> {
  requireAddress(requireSender(deps), url);
  const { db, now, secretsKey } = deps;
  const at = now();
  const made = { id: newId(at), secret: newWebhookSecret() };
  // Before the transaction: on Citus, none reads several venues and then changes a table that refers to owners.
  const numbers = byUnit(await readNumbers(db, ownerId, venueIds));
  await db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, ownerId);
    const { length } = await rows.listWebhooks(transaction, ownerId);
    if (length >= mostWebhooks) throw new HttpError(409, webhookMessages.tooMany);
    await rows.insertWebhook(transaction, {
      id: made.id,
      owner_id: ownerId,
      url,
      events: [...new Set(events)],
      venue_ids: venueIds && [...new Set(venueIds)],
      state: 'on',
      secret_sealed: encrypt(secretsKey, made.secret, placeInWebhook(made.id)),
      numbers: JSON.stringify(numbers),
      seen_at: at,
      created_at: at,
      created_by: by.actor.userId,
    });
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'webhook.created',
      target: targetOf(url),
      newValue: {
        events: events.join(' '),
        venues: await venueNamesText(transaction, ownerId, venueIds),
      },
    });
  });
  return made;
}

/** Changes a webhook. One that is turned on goes on where it stopped. Throws as createWebhook, and 404. */
export async function updateWebhook(
  deps: Needs,
  { ownerId, id }: WebhookRef,
  changes: EndpointBody<'updateWebhook'>,
  by: AuditContext,
): Promise<rows.WebhookRow> {
  const sender = requireSender(deps);
  const { url, events, venueIds, state } = changes;
  if (url !== undefined) requireAddress(sender, url);
  const at = deps.now();
  // As in createWebhook, before the transaction.
  const current = venueIds === undefined ? [] : await readNumbers(deps.db, ownerId, venueIds);
  return deps.db.transaction().execute(async (transaction) => {
    const before = await rows.lockWebhook(transaction, ownerId, id);
    if (!before) throw notFound('webhook');
    if (isEmptyUpdate(changes)) return before;
    // Of a venue that is new to it, what happens from now on is sent.
    const added = current.filter(({ venue_id }) => before.venue_ids?.includes(venue_id) === false);
    const numbers = { ...before.numbers, ...byUnit(added) };
    await rows.updateWebhookRow(transaction, id, {
      ...(url !== undefined && { url }),
      ...(events && { events: [...new Set(events)] }),
      ...(venueIds !== undefined && { venue_ids: venueIds, numbers: JSON.stringify(numbers) }),
      ...(state && { state }),
      ...(state === 'on' && before.state !== 'on' && { failing_since: null }),
    });
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'webhook.updated',
      target: targetOf(url ?? before.url),
      oldValue: await audited(transaction, ownerId, before),
      newValue: await audited(transaction, ownerId, {
        events: events ?? before.events,
        venue_ids: venueIds === undefined ? before.venue_ids : venueIds,
        state: state ?? before.state,
      }),
    });
    const after = await rows.lockWebhook(transaction, ownerId, id);
    if (!after) throw notFound('webhook');
    return after;
  });
}

const audited = async (
  db: Db,
  ownerId: string,
  { events, venue_ids, state }: Pick<rows.WebhookRow, 'events' | 'venue_ids' | 'state'>,
) => ({
  events: events.join(' '),
  venues: await venueNamesText(db, ownerId, venue_ids),
  state,
});

export async function deleteWebhook(
  { db, now }: Needs,
  { ownerId, id }: WebhookRef,
  by: AuditContext,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await rows.lockWebhook(transaction, ownerId, id);
    if (!before) throw notFound('webhook');
    await rows.deleteWebhookRow(transaction, id);
    const target = targetOf(before.url);
    await insertAudit(transaction, by, now(), {
      ownerId,
      action: 'webhook.deleted',
      target,
    });
  });
}

/** Replaces the secret of a webhook and returns the new one; the one before signs too for a day. */
export async function rotateWebhookSecret(
  deps: Needs,
  { ownerId, id }: WebhookRef,
  by: AuditContext,
): Promise<EndpointResponse<'rotateWebhookSecret'>> {
  const { db, now, secretsKey } = deps;
  requireSender(deps);
  const at = now();
  const secret = newWebhookSecret();
  const previousUntil = new Date(at.getTime() + previousSecretHours * 3_600_000);
  await db.transaction().execute(async (transaction) => {
    const before = await rows.lockWebhook(transaction, ownerId, id);
    if (!before) throw notFound('webhook');
    await rows.updateWebhookRow(transaction, id, {
      secret_sealed: encrypt(secretsKey, secret, placeInWebhook(id)),
      previous_secret_sealed: before.secret_sealed,
      previous_until: previousUntil,
    });
    const target = targetOf(before.url);
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'webhook.secret_replaced',
      target,
    });
  });
  return { secret, previousUntil: previousUntil.toISOString() };
}

/** Sends again: one delivery, or everything of a unit from a number on. Throws 404 for what the webhook does not have. */
export async function replayWebhook(
  deps: Needs,
  { ownerId, id }: WebhookRef,
  asked: EndpointBody<'replayWebhook'>,
  scope: Scope,
): Promise<void> {
  requireSender(deps);
  const { db, now } = deps;
  const webhook = await requireWebhook(deps, { ownerId, id });
  if (webhook.state !== 'on') throw new HttpError(409, webhookMessages.isOff);
  if ('deliveryId' in asked) {
    const deliveryId = parseId(asked.deliveryId, 'delivery');
    if (!(await sendAgain(db, id, deliveryId, now()))) throw notFound('delivery');
    return;
  }
  const unit = await findUnit(db, { unitNumber: asked.unitNumber }, scope);
  if (!unit || webhook.venue_ids?.includes(unit.venue_id) === false)
    throw fieldError({ unitNumber: webhookMessages.noUnit });
  await db.transaction().execute(async (transaction) => {
    const before = await rows.lockWebhook(transaction, ownerId, id);
    if (!before) throw notFound('webhook');
    const known = before.numbers[unit.id] ?? 0;
    const numbers = { ...before.numbers, [unit.id]: Math.min(known, asked.number - 1) };
    await rows.updateWebhookRow(transaction, id, { numbers: JSON.stringify(numbers) });
  });
}

/** Sends an event of the type test, and returns the outcome. */
export async function testWebhook(
  deps: Needs,
  ref: WebhookRef,
): Promise<EndpointResponse<'testWebhook'>> {
  const sender = requireSender(deps);
  const webhook = await requireWebhook(deps, ref);
  const now = deps.now();
  const event = { id: newId(now), type: 'test', at: now.toISOString() };
  const body = JSON.stringify({
    ...event,
    venueId: null,
    unitNumber: null,
    number: null,
    data: null,
  });
  const headers = headersOf(deps.secretsKey, webhook, { body, now });
  const { isDelivered, ...outcome } = await sender.send({ url: webhook.url, headers, body });
  return { delivered: isDelivered, ...outcome };
}
