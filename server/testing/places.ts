/** Test fixtures: owners with one resource of each kind. */
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { AlertsTable } from '../../db/tables/alerts.ts';
import { hashCertificate, hashLines } from '../certificates/read-night.ts';
import { addOwner, createUnit, type TestApp, type TestOwner, type TestUnit } from './app.ts';
import { hashSecret, newId } from '../shared/ids.ts';
import { addDelivery } from './deliveries.ts';

/** Resources of an owner: a venue, a unit with a key, a sale, a refused sale, a case, an alert, an import, a price change, a price plan, a category of the menu, an open count, a supplier, a delivery with an invoice and an order of stock. */
export interface Place {
  owner: TestOwner;
  unit: TestUnit;
  orderId: string;
  refusedSaleId: string;
  caseId: string;
  alertId: string;
  importId: string;
  priceChangeId: string;
  copyId: string;
  templateId: string;
  pricePlanId: string;
  categoryId: string;
  countId: string;
  storeId: string;
  supplierId: string;
  deliveryId: string;
  invoiceKey: string;
  stockOrderId: string;
  drinkId: string;
  keyId: string;
  wallId: string;
  tokenId: string;
  webhookId: string;
  readerId: string;
}

/** A plan of every evening. */
export const happyHour = {
  name: 'Happy hour',
  times: { repeats: 'weekly', weekdays: [0, 1, 2, 3, 4, 5, 6], from: '17:00', until: '19:00' },
  change: { operation: 'percent', by: -20 },
};

/** Creates an owner of this name, which their resources carry too. */
export async function settle(app: TestApp, name: string): Promise<Place> {
  return settleAt(app, await addOwner(app, name), name);
}

/** Creates the resources at another venue of an owner. */
export async function settleBeside(app: TestApp, place: Place, name: string): Promise<Place> {
  const { token } = place.owner;
  const added = await app.send('POST', '/api/users/venues', { token, body: { name } });
  const at = { ...place.owner, venueId: added.body.id };
  return settleAt(app, at, name, place.supplierId);
}

async function settleAt(
  app: TestApp,
  owner: TestOwner,
  name: string,
  supplier?: string,
): Promise<Place> {
  const unit = await createUnit(app, owner);
  const order = { drinks: [{ drinkId: unit.cubaLibre }] };
  const sold = await app.send('POST', '/api/orders', { token: unit.key, body: order });
  const orderId: string = sold.body.id;
  const failed = { drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0 }] };
  await app.send('POST', '/api/orders', { token: unit.key, body: failed });
  const casesPath = `/api/venues/${owner.venueId}/cases`;
  const listed = await app.send('GET', casesPath, { token: owner.token });
  const caseId: string = listed.body.cases[0].id;
  const invented = { drinks: [{ drinkId: unit.cubaLibre, price: 0.01 }] };
  await app.send('POST', '/api/orders', { token: unit.key, body: invented });
  const refusedPath = `/api/venues/${owner.venueId}/refused-sales`;
  const [{ id: refusedSaleId }] = (await app.send('GET', refusedPath, { token: owner.token })).body;
  const drinkId: string = sold.body.drinks[0]._id;
  const [{ id: keyId }] = (
    await app.send('GET', `/api/units/${unit.unitNumber}/keys`, { token: owner.token })
  ).body;
  const wall = { token: owner.token, body: { label: `Screen of ${name}`, hideMoney: false } };
  const added = await app.send('POST', `/api/venues/${owner.venueId}/walls`, wall);
  const wallId: string = added.body.wall.id;
  const tokenId = await addToken(app, owner);
  const webhookId = await addWebhook(app, owner);
  const readerId = `tmr_${name}`;
  const reader = {
    unit: { stripeReaderId: readerId },
    stripeReader: { serialNumber: `serial of ${name}` },
  };
  await app.send('PUT', `/api/units/${unit.unitNumber}`, { token: owner.token, body: reader });
  const { alertId } = await addAlert(app, owner);
  const importId = await addImport(app, owner, unit);
  const priceChangeId = await addPriceChange(app, owner);
  const copyId = await addCopy(app, owner, unit);
  const templateId = await addTemplate(app, owner, unit);
  const path = `/api/venues/${owner.venueId}/price-plans`;
  const plan = { ...happyHour, name: `Happy hour of ${name}`, state: 'draft' };
  const { id: pricePlanId } = (await app.send('POST', path, { token: owner.token, body: plan }))
    .body;
  const { id: categoryId } = (
    await app.send('POST', `/api/venues/${owner.venueId}/menu-categories`, {
      token: owner.token,
      body: { name: `Category of ${name}`, drinkIds: [unit.cubaLibre] },
    })
  ).body;
  const counting = { token: owner.token, body: {} };
  const { id: countId } = (await app.send('POST', `/api/venues/${owner.venueId}/counts`, counting))
    .body;
  await app.send('POST', `/api/venues/${owner.venueId}/counts/${countId}/lines`, {
    token: owner.token,
    body: { lines: [lineOf({ unit }, app.deps.now())] },
  });
  const delivered = await addDelivery(app, owner, unit, supplier);
  await addCertificate(app, owner);
  const ids = { orderId, refusedSaleId, caseId, alertId, importId, priceChangeId, drinkId };
  const marks = { keyId, wallId, tokenId, webhookId, readerId };
  const setups = { copyId, templateId };
  return {
    owner,
    unit,
    ...ids,
    ...setups,
    pricePlanId,
    categoryId,
    countId,
    ...delivered,
    ...marks,
  };
}

/** Saves the setup of a unit as a template of its owner, and returns its id. */
export async function addTemplate(
  app: TestApp,
  { venueId, token }: TestOwner,
  { id }: TestUnit,
): Promise<string> {
  const body = { name: `Template of ${id}`, from: id };
  const saved = await app.send('POST', `/api/venues/${venueId}/setup-templates`, { token, body });
  return saved.body.id;
}

const loadedAt = new Date();

/** A line of a count, of the rum of a unit. */
export const lineOf = ({ unit }: Pick<Place, 'unit'>, at = loadedAt) => ({
  key: 'rum',
  unitId: unit.id,
  position: 1,
  ingredientId: unit.rum,
  at: at.toISOString(),
  ml: 500,
});

/** Adds an access token, of which only the hash is known. */
async function addToken(app: TestApp, owner: TestOwner): Promise<string> {
  const at = app.deps.now();
  const id = newId(at);
  await app.db
    .insertInto('api_tokens')
    .values({
      id,
      owner_id: owner.userId,
      name: 'Hotel PMS',
      token_hash: hashSecret(id),
      scopes: ['sales:read'],
      addresses: [],
      created_at: at,
      expires_at: new Date(at.getTime() + 24 * 60 * 60 * 1000),
    })
    .execute();
  return id;
}

/** Adds a webhook of an address that does not exist (RFC 2606). */
async function addWebhook(app: TestApp, owner: TestOwner): Promise<string> {
  const body = { url: 'https://hooks.invalid/', events: ['sale.created'] };
  const ofOwner = { token: owner.token, body };
  return (await app.send('POST', '/api/webhooks', ofOwner)).body.id;
}

/** The same resources with unknown ids. */
export const nowhere = (place: Place): Place => ({
  owner: { ...place.owner, userId: randomUUID(), venueId: randomUUID() },
  unit: {
    ...place.unit,
    id: randomUUID(),
    unitNumber: 999_999_999,
    rum: randomUUID(),
    cubaLibre: randomUUID(),
  },
  orderId: randomUUID(),
  refusedSaleId: randomUUID(),
  caseId: randomUUID(),
  alertId: randomUUID(),
  importId: randomUUID(),
  priceChangeId: randomUUID(),
  copyId: randomUUID(),
  templateId: randomUUID(),
  pricePlanId: randomUUID(),
  categoryId: randomUUID(),
  countId: randomUUID(),
  storeId: randomUUID(),
  supplierId: randomUUID(),
  deliveryId: randomUUID(),
  invoiceKey: randomUUID(),
  stockOrderId: randomUUID(),
  drinkId: randomUUID(),
  keyId: randomUUID(),
  wallId: randomUUID(),
  tokenId: randomUUID(),
  webhookId: randomUUID(),
  readerId: `tmr_${randomUUID()}`,
});

/** All ids and names that a response could leak. */
export const tracesOf = ({ owner, unit, ...ids }: Place): string[] => [
  owner.userId,
  owner.venueId,
  owner.email,
  unit.id,
  unit.rum,
  unit.cola,
  unit.cubaLibre,
  ...Object.values(ids),
];

/** Stores the record of an import without sales. */
async function addImport(
  { db, deps }: TestApp,
  { venueId }: TestOwner,
  unit: TestUnit,
): Promise<string> {
  const [id, at] = [randomUUID(), deps.now()];
  await db
    .insertInto('imports')
    .values({
      venue_id: venueId,
      id,
      unit_id: unit.id,
      file_name: 'sales.csv',
      state: 'done',
      started_at: at,
      seen_at: at,
    })
    .execute();
  return id;
}

/** Stores the record of a copy to the unit that changed nothing. */
async function addCopy(
  { db, deps }: TestApp,
  { venueId }: TestOwner,
  unit: TestUnit,
): Promise<string> {
  const id = randomUUID();
  const nothing = JSON.stringify({ helperText: '', buttonImage: '', ingredients: [], drinks: [] });
  await db
    .insertInto('setup_copies')
    .values({
      venue_id: venueId,
      id,
      unit_id: unit.id,
      made_at: deps.now(),
      person: 'Lee',
      was: nothing,
      made: nothing,
      undone_at: null,
    })
    .execute();
  return id;
}

/** Stores the record of a price change without drinks. */
async function addPriceChange({ db, deps }: TestApp, { venueId }: TestOwner): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('price_changes')
    .values({
      venue_id: venueId,
      id,
      made_at: deps.now(),
      person: 'Lee',
      description: '+5%',
      drinks: 0,
      undone_at: null,
    })
    .execute();
  return id;
}

// Test fixture: an open alert.

/** Opens an alert at the venue, as a check would: of low stock unless stated otherwise. */
export async function addAlert(
  { db, deps }: TestApp,
  { venueId }: Pick<TestOwner, 'venueId'>,
  more: Partial<Insertable<AlertsTable>> = {},
): Promise<{ alertId: string }> {
  const [id, at] = [randomUUID(), deps.now()];
  await db
    .insertInto('alerts')
    .values({
      venue_id: venueId,
      id,
      kind: 'low',
      key: id,
      severity: 'later',
      text: 'Rum is at 18%',
      opened_at: at,
      last_seen_at: at,
      ...more,
    })
    .execute();
  return { alertId: id };
}

/** Night of which each of the venues has a certificate. */
export const certifiedDay = '2026-06-05';

/** Certifies a night without sales. */
export async function addCertificate(
  app: TestApp,
  { venueId }: Pick<TestOwner, 'venueId'>,
): Promise<void> {
  const body = {
    start: '2026-06-05T09:00:00.000Z',
    end: '2026-06-06T09:00:00.000Z',
    timezone: 'America/New_York',
    ...hashLines([]),
    sums: { salesCents: 0, taxCents: 0, tipCents: 0, refundCents: 0, feeCents: 0, servings: 0 },
    readers: [],
    changes: [],
    differences: [],
    reasons: [],
    replaces: null,
  };
  const row = { venue_id: venueId, day: certifiedDay, version: 1, body, previous_hash: null };
  await app.db
    .insertInto('night_certificates')
    .values({
      ...row,
      body: JSON.stringify(body),
      made_at: new Date(),
      hash: hashCertificate(row),
    })
    .execute();
}

/** Exports a night without sales, and names an account. */
export async function addExport(
  app: TestApp,
  { userId, venueId }: Pick<TestOwner, 'userId' | 'venueId'>,
): Promise<void> {
  const account = { owner_id: userId, account: 'tips', name: 'Tips owed', code: '' };
  await app.db
    .insertInto('journal_accounts')
    .values(account)
    .onConflict((conflict) => conflict.columns(['owner_id', 'account']).doNothing())
    .execute();
  await app.db
    .insertInto('journal_exports')
    .values({
      venue_id: venueId,
      night: '2026-06-04',
      version: 1,
      start_at: new Date('2026-06-04T00:00:00Z'),
      end_at: new Date('2026-06-05T00:00:00Z'),
      timezone: 'UTC',
      dated: '2026-06-04',
      location: venueId,
      lines: '[]',
      categories: '{}',
      upto: '{}',
      exported_at: new Date(),
      exported_by: 'Lee',
    })
    .execute();
}
