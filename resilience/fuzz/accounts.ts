/** Two owners with data of every kind, created over the API, and the actors of the fuzzer. */
import { z } from 'zod';
import type { Wire } from './http-client.ts';
import { tokenScopes } from '../../rules/permissions/token-scopes.ts';
import { type KnownPool, makePool } from './pool.ts';

export interface People {
  /** Authorization header values; null for none. */
  actors: readonly (string | null)[];
  /** Actors with the widest access: a super admin, an owner and a unit. */
  mighty: readonly (string | null)[];
  /** Sessions that may be ended. */
  sessions: string[];
  /** Session of an account whose other sessions may be ended one by one, and of one whose may all be. */
  spares: { one: string; all: string };
  pool: KnownPool;
}

const password = 'a password for this run only';

/** @param admin the token of a super admin; customer: that of a customer, if there is one */
export async function makePeople(
  wire: Wire,
  { admin, customer }: { admin: string; customer: string | null },
): Promise<People> {
  const pool = makePool();
  const send = requesterOf(wire);
  const actors: (string | null)[] = [null, 'Bearer garbage', 'x', `Bearer ${admin}`, customer];
  const mighty = [`Bearer ${admin}`, `Bearer ${admin}`];
  const sessions: string[] = [];
  for (const name of ['Fuzz A', 'Fuzz B']) {
    const owner = await settle(send, pool, name, admin);
    for (let count = 0; count < 5; count += 1) sessions.push(await owner.login());
    actors.push(`Bearer ${owner.token}`, owner.token, `bearer  ${owner.key}`);
    actors.push(`Bearer ${owner.programToken}`);
    actors.push(`Bearer ${owner.token.slice(0, -3)}`);
    if (mighty.length === 2) mighty.push(owner.token, owner.token, owner.key);
  }
  const spares = { one: await makeSpare(send, pool), all: await makeSpare(send, makePool()) };
  return { actors, mighty, sessions, spares, pool };
}

/** An owner with nothing but sessions. */
async function makeSpare(send: Send, pool: KnownPool): Promise<string> {
  const email = `spare.${Math.random()}@fuzz.example`;
  const form = { name: 'Spare', venueName: 'Spare Bar', email, password, password2: password };
  await send('POST', '/api/users/register', null, form);
  const login = async () =>
    tokenMade.parse(await send('POST', '/api/users/login', null, { email, password })).token;
  const token = await login();
  for (let count = 0; count < 5; count += 1) await login();
  for (const { id, isCurrent } of sessionsMade.parse(
    await send('GET', '/api/users/me/sessions', token),
  ))
    if (!isCurrent) pool.learn('spare sessionId', id);
  return token;
}

type Send = (method: string, path: string, token: string | null, body?: object) => Promise<unknown>;

/** Throws unless the response is a success, because the run would prove nothing. */
export function requesterOf(wire: Wire): Send {
  return async (method, path, token, body) => {
    const response = await wire.send({
      method,
      path,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? Buffer.from(JSON.stringify(body)) : null,
    });
    if (response.status >= 300) {
      throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`);
    }
    return JSON.parse(response.text);
  };
}

const made = z.object({ id: z.string() });
const tokenMade = z.object({ token: z.string() });
const invitationMade = z.object({ link: z.string(), person: made });
const sessionsMade = z.array(z.object({ id: z.string(), isCurrent: z.boolean() }));
const unitMade = z.object({ _id: z.string(), unitNumber: z.number() });
const sold = z.object({ id: z.string(), drinks: z.array(z.object({ _id: z.string() })) });

async function settle(send: Send, pool: KnownPool, name: string, admin: string) {
  const email = `${name.replace(' ', '.')}.${Date.now()}.${pool.size()}@fuzz.example`;
  const form = { name, venueName: `${name} Bar`, email, password, password2: password };
  const { id: ownerId } = made.parse(await send('POST', '/api/users/register', null, form));
  const login = async (): Promise<string> =>
    tokenMade.parse(await send('POST', '/api/users/login', null, { email, password })).token;
  const token = await login();
  for (const role of ['bartender', 'manager']) {
    const invited = invitationMade.parse(
      await send('POST', '/api/people', token, { email: `${role}.${email}`, role, venueIds: null }),
    );
    pool.learn('token', invited.link.split('#')[1] ?? '');
    pool.learn('spare personId', invited.person.id);
  }
  const venues = await send('GET', `/api/users/${ownerId}/venues`, token);
  const [venueId = ''] = Object.keys(z.record(z.string(), z.unknown()).parse(venues));
  pool.learn('ownerId', ownerId);
  pool.learn('email', email);
  pool.learn('venueId', venueId);
  pool.learn('venueName', form.venueName);
  let key = '';
  const units: string[] = [];
  for (const category of ['ROTENDER_CLASSIC', 'BEERTENDER']) {
    const unit = unitMade.parse(await send('POST', `/api/units/${venueId}`, token, { category }));
    const path = `/api/units/${unit.unitNumber}`;
    pool.learn('unitId', unit._id);
    units.push(unit._id);
    pool.learn('unitNumber', String(unit.unitNumber));
    const keys = z.object({ key: z.string() });
    if (key === '') ({ key } = keys.parse(await send('POST', `${path}/keys`, token, {})));
    await send('PUT', '/api/flags', admin, {
      kind: 'unit',
      key: String(unit.unitNumber),
      flag: 'general--inventory-management',
      enabled: true,
    });
    const readerId = `tmr_${unit.unitNumber}`;
    const reader = { unit: { stripeReaderId: readerId }, stripeReader: { serialNumber: 'x' } };
    await send('PUT', path, token, reader);
    pool.learn('readerId', readerId);
    const contact = `+1415555${String(unit.unitNumber).slice(-4)}`;
    await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, token, {
      contacts: [contact],
    });
    pool.learn('number', contact);
    await stock(send, pool, token, { venueId, unitId: unit._id, unitNumber: unit.unitNumber });
  }
  const [from, to] = units;
  const copy = { from, to: [to], parts: ['ingredients', 'drinks', 'prices'], mode: 'equal' };
  pool.learnBody('copySetup', { ...copy, preview: true });
  const saving = { name: 'Opening night', from };
  const saved = await send('POST', `/api/venues/${venueId}/setup-templates`, token, saving);
  pool.learn('templateId', made.parse(saved).id);
  for (const season of ['Spring', 'Summer', 'Autumn', 'Winter']) {
    const spare = { name: season, from };
    const added = await send('POST', `/api/venues/${venueId}/setup-templates`, token, spare);
    pool.learn('spare templateId', made.parse(added).id);
  }
  const ticket = { unit: from, subject: 'Pours fail', note: 'Called' };
  const opened = await send('POST', '/api/admins/tickets', admin, { ...ticket, key: ownerId });
  pool.learn('ticketId', made.parse(opened).id);
  pool.learnBody('createSupportTicket', { ...ticket, key: 'fuzz' });
  pool.learnBody('addSupportNote', { key: 'fuzz', note: 'Called', shared: true });
  pool.learnBody('updateSupportTicket', { state: 'waiting' });
  pool.learnBody('updateUnits', { units: [from], maintenance: { minutes: 30 } });
  pool.learnBody('createSetupTemplate', { name: 'Closing night', from });
  pool.learnBody('updateNight', { special: true, note: 'Wedding' });
  pool.learnBody('updateAlert', { action: 'acknowledge' });
  const bar = { name: 'Fuzz C', venueName: 'Fuzz C Bar', email: `c.${email}` };
  pool.learnBody('inviteOwner', bar);
  const program = { name: 'Fuzz', scopes: [...tokenScopes] };
  const programToken = tokenMade.parse(await send('POST', '/api/tokens', token, program)).token;
  const other = made.parse(await send('POST', '/api/tokens', token, program));
  pool.learn('spare tokenId', other.id);
  const webhook = { url: 'https://hooks.invalid/', events: ['sale.created'] };
  const added = made.parse(await send('POST', '/api/webhooks', token, webhook));
  pool.learn('webhookId', added.id);
  return { token, key, programToken, login };
}

async function stock(
  send: Send,
  pool: KnownPool,
  token: string,
  place: { venueId: string; unitId: string; unitNumber: number },
): Promise<void> {
  const { venueId, unitId, unitNumber } = place;
  const ingredients: string[] = [];
  for (const position of ['1', '2']) {
    const draft = { name: `Fuzz ${position}`, price: 5, positionInUnit: [position] };
    const ingredient = await send('POST', '/api/ingredients', token, { ...draft, venueId, unitId });
    ingredients.push(made.parse(ingredient).id);
  }
  const drink = { name: 'Fuzz', price: 10, ingredients, venueId, unitId };
  const { id: drinkId } = made.parse(await send('POST', '/api/drinks', token, drink));
  for (let count = 0; count < 5; count += 1) {
    const order = { unitNumber, drinks: [{ drinkId, quantity: 1 }, { ingredients }] };
    pool.learnBody('createOrder', order);
    const sale = sold.parse(await send('POST', '/api/orders', token, order));
    pool.learn('orderId', sale.id);
    for (const { _id } of sale.drinks) pool.learn('orderedDrinkId', _id);
  }
  pool.learn('drinkId', drinkId);
  pool.learnBody('createDrink', { ...drink, name: 'Fuzz neat', ingredients: ingredients.slice(1) });
  const reprice = { drinks: [{ id: drinkId }], change: { operation: 'amount', by: 1 } };
  const prices = `/api/venues/${venueId}/price-changes`;
  for (const name of ['changePrices', 'rehearsePrices']) pool.learnBody(name, reprice);
  const changed = z.object({ id: z.string() }).parse(await send('POST', prices, token, reprice));
  pool.learn('priceChangeId', changed.id);
  const plan = {
    name: 'Happy hour',
    state: 'draft',
    times: { repeats: 'weekly', weekdays: [5], from: '17:00', until: '19:00' },
    change: { operation: 'percent', by: -20 },
  };
  for (const name of ['createPricePlan', 'updatePricePlan']) pool.learnBody(name, plan);
  const category = { name: 'Brunch', hours: null, drinkIds: [drinkId] };
  for (const name of ['createMenuCategory', 'updateMenuCategory']) pool.learnBody(name, category);
  const sorted = await send('POST', `/api/venues/${venueId}/menu-categories`, token, {
    ...category,
    name: `Brunch ${unitNumber}`,
  });
  pool.learn('categoryId', made.parse(sorted).id);
  const counted = await send('POST', `/api/venues/${venueId}/counts`, token, {});
  pool.learn('countId', made.parse(counted).id);
  pool.learnBody('addCountLines', {
    lines: [
      {
        key: 'fuzz',
        unitId,
        position: 1,
        ingredientId: ingredients[0],
        at: new Date().toISOString(),
        ml: 500,
      },
    ],
  });
  const rum = { name: 'Fuzz rum', price: 5, positionInUnit: ['3'], venueId, unitId };
  pool.learnBody('createIngredient', rum);
  pool.learnBody('createStore', { name: 'Cellar' });
  pool.learnBody('exportJournal', { timezone: 'UTC' });
  pool.learnBody('updateJournalAccounts', { accounts: [{ account: 'fees', name: 'Fees' }] });
  const deliver = async (to: string, body: object) =>
    made.parse(await send('POST', `/api/venues/${venueId}/${to}`, token, body)).id;
  const storeId = await deliver('stores', { name: `Cellar ${unitNumber}` });
  const supplierId = await deliver('suppliers', { name: `Metro ${unitNumber}` });
  const lines = [{ ingredientId: ingredients[0], bottles: 6, cost: 20 }];
  const delivery = { supplierId, storeId, lines };
  pool.learn('storeId', storeId);
  pool.learn('supplierId', supplierId);
  pool.learn('deliveryId', await deliver('deliveries', { ...delivery, key: 'first' }));
  const stockOrder = { supplierId, lines: [{ ingredientId: ingredients[0], bottles: 6 }] };
  pool.learn('stockOrderId', await deliver('stock-orders', { ...stockOrder, key: 'first' }));
  pool.learnBody('createStockOrder', { ...stockOrder, key: 'fuzz' });
  pool.learnBody('updateSupply', { supplierId, par: 12, caseSize: 6 });
  for (const key of ['second', 'third', 'fourth', 'fifth']) {
    pool.learn('spare deliveryId', await deliver('deliveries', { ...delivery, key }));
    pool.learn('spare stockOrderId', await deliver('stock-orders', { ...stockOrder, key }));
    const spare = { name: `Metro ${key} ${unitNumber}` };
    pool.learn('spare storeId', await deliver('stores', { name: `Cellar ${key} ${unitNumber}` }));
    pool.learn('spare supplierId', await deliver('suppliers', spare));
  }
  pool.learnBody('createDelivery', { ...delivery, key: 'fuzz' });
  const photo = { fileName: 'invoice.png', contentType: 'image/png', sizeBytes: 100 };
  pool.learnBody('createInvoiceUpload', photo);
  pool.learnBody('updateStore', { name: 'Basement' });
  pool.learnBody('createSupplier', { name: 'Metro', email: 'orders@example.com' });
  pool.learnBody('updateIngredientCosts', { cost: 21.5 });
  const planned = await send('POST', `/api/venues/${venueId}/price-plans`, token, plan);
  pool.learn('pricePlanId', made.parse(planned).id);
  pool.learnBody('createReportView', { venueId, name: 'By drink', by: 'drink', span: 'days7' });
  for (const id of ingredients) pool.learn('ingredientId', id);
}
