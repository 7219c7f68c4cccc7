/** Fixture: owners with rows in every tenant table. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Tenant } from '../../db/tenant.ts';
import { hashSecret, newId } from '../../server/shared/ids.ts';
import {
  addOwner,
  createUnit,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../../server/testing/app.ts';
import { sumSales } from '../../server/sums/sum-sales.ts';
import { switchFlag } from '../../server/testing/stock.ts';
import { addPerson } from '../../server/testing/accounts.ts';
import { addDelivery } from '../../server/testing/deliveries.ts';
import { addCertificate, addExport, addTemplate, happyHour } from '../../server/testing/places.ts';

export interface Place {
  owner: TestOwner;
  unit: TestUnit;
  rows: Tenant;
}

/** Adds a ticket of the support with a note that the owner sees. */
async function addSharedNote(
  { db }: TestApp,
  of: { venue_id: string; unit_id: string },
  name: string,
): Promise<void> {
  const at = new Date();
  const { unit_id } = of;
  const ticket = { id: newId(at), key: name, unit_id, subject: 'x', opened_by: 'Lee' };
  await db
    .insertInto('support_tickets')
    .values({ ...ticket, opened_at: at, changed_at: at })
    .execute();
  const note = { ...of, id: newId(at), ticket_id: ticket.id, key: 'first', at, person: 'Lee' };
  await db
    .insertInto('support_notes')
    .values({ ...note, note: name, shared: true })
    .execute();
}

/** Creates an owner with a row in every tenant table. */
export async function settle(app: TestApp, name: string): Promise<Place> {
  const owner = await addOwner(app, name);
  const unit = await createUnit(app, owner);
  const { token, userId, venueId } = owner;
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 45, ms: 900, outcome: 'poured' }];
  const body = { drinks: [{ drinkId: unit.cubaLibre, pours }] };
  const headers = { 'idempotency-key': unit.id };
  const sold = await app.send('POST', '/api/orders', { token: unit.key, body, headers });
  const refunded = await app.send('GET', `/api/orders/${sold.body.id}/refund?drinkIndexes=0`, {
    token,
  });
  expect([sold.status, refunded.status]).toEqual([201, 200]);
  await app.send('PUT', `/api/units/${unit.unitNumber}`, {
    token,
    body: { unit: { stripeReaderId: `tmr_${name}` }, stripeReader: { serialNumber: name } },
  });
  await app.send('PATCH', '/api/settings', { token, body: { terms: `Of ${name}` } });
  const image = { venueId, fileName: 'a.png', contentType: 'image/png', sizeBytes: 100 };
  await app.send('POST', '/api/files/brand-images', { token, body: image });
  await switchFlag(app.db, owner, 'general--turboshot');
  const noticeId = newId(new Date());
  const message = {
    id: newId(new Date()),
    venue_id: venueId,
    notice_id: noticeId,
    recipient: owner.email,
    body: '',
  };
  await app.db
    .insertInto('restock_notices')
    .values({
      venue_id: venueId,
      id: noticeId,
      unit_id: unit.id,
      ingredient_id: unit.rum,
      percent: 10,
      noticed_at: new Date(),
    })
    .execute();
  await app.db
    .insertInto('messages')
    .values({ ...message, channel: 'mail', created_at: new Date() })
    .execute();
  const address = '+14155552671';
  const sms = { account_id: userId, channel: 'sms' as const, address };
  await app.db.insertInto('recipients').values(sms).execute();
  await app.db
    .insertInto('one_time_tokens')
    .values({
      ...sms,
      hash: hashSecret(name),
      purpose: 'confirmation',
      created_at: new Date(),
      expires_at: new Date(),
    })
    .execute();
  await addTemplate(app, owner, unit);
  await addPerson(app, owner, 'manager');
  const invited = { email: `invited.${name}@example.com`, role: 'bartender' };
  await app.send('POST', '/api/people', { token, body: invited });
  const limit = { managerRefundLimit: 20 };
  await app.send('PATCH', '/api/people/settings', { token, body: limit });
  await app.db
    .insertInto('credentials')
    .values({
      user_id: userId,
      id: randomUUID(),
      kind: 'recovery',
      secret: hashSecret(name),
      created_at: new Date(),
    })
    .execute();
  const at = new Date();
  const subscription = { timezone: 'America/New_York', venueId };
  const { body: subscribed } = await app.send('POST', '/api/report-subscriptions', {
    token,
    body: subscription,
  });
  const empty = { told: '{}', upto: '{}', at };
  await app.db
    .insertInto('report_tellings')
    .values({
      subscription_id: subscribed.id,
      user_id: userId,
      period: '2026-06-05',
      version: 1,
      ...empty,
    })
    .execute();
  await app.db
    .insertInto('venue_verifications')
    .values({ venue_id: venueId, verify_at: at })
    .execute();
  await addCertificate(app, { venueId });
  await addExport(app, { userId: owner.userId, venueId });
  const of = { venue_id: venueId, unit_id: unit.id };
  const importId = newId(at);
  await app.db
    .insertInto('imports')
    .values({
      ...of,
      id: importId,
      file_name: 'sales.csv',
      state: 'done',
      started_at: at,
      seen_at: at,
    })
    .execute();
  await app.db
    .insertInto('rejected_lines')
    .values({ venue_id: venueId, import_id: importId, line: 2, reason: 'x', cells: ['x'] })
    .execute();
  await app.db
    .insertInto('import_mappings')
    .values({ venue_id: venueId, header_hash: Buffer.from(name), choices: '{}', used_at: at })
    .execute();
  await app.db
    .insertInto('contact_gaps')
    .values({ ...of, from_at: new Date(at.getTime() - 1), until_at: at })
    .execute();
  await app.db
    .insertInto('stock_outs')
    .values({ ...of, ingredient_id: unit.rum, from_at: at, until_at: null })
    .execute();
  await app.send('POST', `/api/units/${unit.unitNumber}/heartbeat`, {
    token: unit.key,
    body: { software: name },
  });
  await addSharedNote(app, { venue_id: venueId, unit_id: unit.id }, name);
  await app.send('POST', `/api/units/${unit.unitNumber}/maintenance`, { token, body: {} });
  await app.send('POST', `/api/venues/${venueId}/price-changes`, {
    token,
    body: { drinks: [{ id: unit.cubaLibre, price: 10 }] },
  });
  await app.db
    .insertInto('setup_copies')
    .values({
      venue_id: venueId,
      id: randomUUID(),
      unit_id: unit.id,
      made_at: at,
      person: 'Lee',
      was: '{}',
      made: '{}',
      undone_at: null,
    })
    .execute();
  await app.db
    .insertInto('price_plan_periods')
    .values({ venue_id: venueId, plan_id: randomUUID(), from_at: at, settings: '{}' })
    .execute();
  await app.send('POST', `/api/venues/${venueId}/price-plans`, {
    token,
    body: { ...happyHour, state: 'draft' },
  });
  await app.send('POST', `/api/venues/${venueId}/menu-categories`, {
    token,
    body: { name: 'Brunch', drinkIds: [unit.cubaLibre] },
  });
  await addCount(app, { token, venueId }, unit.rum);
  await addDelivery(app, owner, unit);
  await app.db
    .insertInto('former_rates')
    .values({ venue_id: venueId, subject_id: venueId, until_at: at, rate: 5 })
    .execute();
  await app.send('POST', '/api/orders', {
    token: unit.key,
    body: { drinks: [{ drinkId: unit.cubaLibre, price: 0.01 }] },
  });
  await app.send('POST', '/api/orders', {
    token: unit.key,
    body: { drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0 }] },
  });
  const view = { venueId, name, by: 'drink', span: 'days7' };
  await app.send('POST', '/api/report-views', { token, body: view });
  const wall = { label: name, hideMoney: false };
  await app.send('POST', `/api/venues/${venueId}/walls`, { token, body: wall });
  const program = { name, scopes: ['sales:read'] };
  await app.send('POST', '/api/tokens', { token, body: program });
  await addWebhook(app, token, { ownerId: userId, venueId });
  const cost = { cost: 21.5, bottleMl: 1000 };
  await app.send('PUT', `/api/venues/${venueId}/ingredients/${unit.rum}/costs`, {
    token,
    body: cost,
  });
  await app.send('PUT', `/api/venues/${venueId}/refill-plan`, { token, body: { at: '16:00' } });
  const policy = { policy: 'off', delayMinutes: 5, cap: 10 };
  await app.send('PUT', `/api/venues/${venueId}/refund-policy`, { token, body: policy });
  await app.db
    .insertInto('venue_clocks')
    .values({
      venue_id: venueId,
      from_day: '2026-06-01',
      timezone: 'America/New_York',
      starts_minutes: 300,
      set_at: new Date(),
    })
    .execute();
  await app.db
    .insertInto('venue_hours')
    .values({ venue_id: venueId, weekday: 5, opens_minutes: 960, closes_minutes: 1560 })
    .execute();
  await app.db
    .insertInto('venue_nights')
    .values({ venue_id: venueId, day: '2026-06-05', closed: true })
    .execute();
  const alert = { venue_id: venueId, id: newId(at) };
  await app.db
    .insertInto('alerts')
    .values({
      ...alert,
      kind: 'low',
      key: 'low',
      severity: 'later',
      text: `Of ${name}`,
      opened_at: at,
      last_seen_at: at,
    })
    .execute();
  await app.send('POST', `/api/alerts/${alert.id}`, { token, body: { action: 'acknowledge' } });
  await app.send('PUT', `/api/venues/${venueId}/duty`, { token, body: { isOnTonight: true } });
  await app.db
    .insertInto('alert_settings')
    .values({
      user_id: userId,
      mail: ['low'],
      sms: [],
      weekdays: [0],
      timezone: 'UTC',
      urgent_passes: true,
    })
    .execute();
  const { id: session_id } = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('push_subscriptions')
    .values({
      id: newId(at),
      user_id: userId,
      session_id,
      endpoint: `https://fcm.googleapis.com/${name}`,
      p256dh: name,
      auth: name,
      created_at: at,
    })
    .execute();
  await app.db
    .insertInto('alert_notifications')
    .values({
      id: newId(at),
      venue_id: venueId,
      alert_id: alert.id,
      announcement: 1,
      user_id: userId,
      step: 1,
      due_at: at,
      held: false,
    })
    .execute();
  await sumSales({ db: app.db });
  return { owner, unit, rows: { ownerId: userId, venueIds: [venueId] } };
}

/** Adds a webhook with a delivery. */
async function addWebhook(
  app: TestApp,
  token: string,
  { ownerId, venueId }: { ownerId: string; venueId: string },
): Promise<void> {
  const at = new Date();
  const body = { url: 'https://hooks.invalid/', events: ['sale.created'] };
  const { id } = (await app.send('POST', '/api/webhooks', { token, body })).body;
  await app.db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: id,
      id: newId(at),
      owner_id: ownerId,
      event_id: randomUUID(),
      type: 'sale.created',
      venue_id: venueId,
      at,
      body: '{}',
      first_at: at,
      next_at: at,
      created_at: at,
    })
    .execute();
}

/** Counts a storeroom, and starts another count. */
async function addCount(
  app: TestApp,
  { token, venueId }: { token: string; venueId: string },
  ingredientId: string,
): Promise<void> {
  const path = `/api/venues/${venueId}`;
  const post = async (to: string, body: object) =>
    (await app.send('POST', `${path}${to}`, { token, body })).body;
  const { id: storeId } = await post('/stores', { name: 'Cellar' });
  const { id } = await post('/counts', {});
  const at = new Date().toISOString();
  await post(`/counts/${id}/lines`, { lines: [{ key: 'a', storeId, ingredientId, at, ml: 500 }] });
  await post(`/counts/${id}/end`, {});
  await post('/counts', {});
}
