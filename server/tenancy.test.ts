/** Every call with the ids of another owner, made from the contract: one that is forgotten here fails. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../contract/call.ts';
import { type CallName, calls } from '../contract/calls.ts';
import {
  addOwner,
  addSuperAdmin,
  addUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './test-app.ts';

interface Place {
  owner: TestOwner;
  unit: TestUnit;
  orderId: string;
  drinkId: string;
  keyId: string;
}

let app: TestApp;
let mine: Place;
let theirs: Place;
let admin: string;

async function settle(name: string): Promise<Place> {
  const owner = await addOwner(app, name);
  const unit = await addUnit(app, owner);
  const order = { drinks: [{ drinkId: unit.cubaLibre }] };
  const sold = await app.send('POST', '/api/orders', { token: unit.key, body: order });
  const orderId: string = sold.body.id;
  const drinkId: string = sold.body.drinks[0]._id;
  const [{ id: keyId }] = (
    await app.send('GET', `/api/units/${unit.unitNumber}/keys`, { token: owner.token })
  ).body;
  const reader = {
    unit: { stripeReaderId: `tmr_${name}` },
    stripeReader: { serialNumber: `serial of ${name}` },
  };
  await app.send('PUT', `/api/units/${unit.unitNumber}`, { token: owner.token, body: reader });
  return { owner, unit, orderId, drinkId, keyId };
}

beforeAll(async () => {
  app = await startTestApp();
  mine = await settle('Mine');
  theirs = await settle('Theirs');
  admin = await addSuperAdmin(app);
});
afterAll(() => app.close());

interface Aim {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

const range = { startDate: '1000000000000', endDate: '4000000000000' };

/** How each call is pointed at a place; null for those that name nothing of anybody's. */
const aims: { [name in CallName]?: ((at: Place) => Aim) | null } = {
  register: null,
  login: null,
  logout: null,
  listOwners: null,
  getOwner: null,
  updateOwner: null,
  listVenues: ({ owner }) => ({ params: { userId: owner.userId } }),
  createVenue: null,
  updateVenue: ({ owner }) => ({ params: { _id: owner.venueId }, body: { name: 'Taken over' } }),
  getVenue: ({ owner }) => ({ params: { venueId: owner.venueId } }),
  getVenueAlone: ({ owner }) => ({ params: { venueId: owner.venueId } }),
  getVenueOverview: ({ owner }) => ({ params: { venueId: owner.venueId } }),
  listNotices: ({ owner }) => ({ params: { venueId: owner.venueId } }),
  listUnits: ({ owner }) => ({ params: { venueId: owner.venueId } }),
  createUnit: ({ owner }) => ({ params: { venueId: owner.venueId }, body: {} }),
  updateUnit: ({ unit }) => ({
    params: { unitNumber: String(unit.unitNumber) },
    body: { unit: { homeHelperText: 'x' } },
  }),
  updateUnitDetails: ({ unit }) => ({
    params: { unitNumber: unit.id },
    body: { homeHelperText: 'x' },
  }),
  deleteUnit: ({ unit }) => ({ params: { unitNumber: String(unit.unitNumber) } }),
  getStripeReader: ({ unit, owner }) => ({
    params: { id: readerOf(owner) },
    query: { unitId: unit.id },
  }),
  listUnitKeys: ({ unit }) => ({ params: { unitNumber: String(unit.unitNumber) } }),
  createUnitKey: ({ unit }) => ({ params: { unitNumber: String(unit.unitNumber) }, body: {} }),
  revokeUnitKey: ({ unit, keyId }) => ({
    params: { unitNumber: String(unit.unitNumber), id: keyId },
  }),
  listUnitIngredients: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, unitNumber: String(unit.unitNumber) },
  }),
  updateUnitInventory: ({ unit }) => ({
    params: { unitNumber: String(unit.unitNumber) },
    body: { updatedInventory: [[unit.rum, {}]] },
  }),
  listIngredientSales: ({ owner, unit }) => ({
    params: { venueId: owner.venueId },
    body: { ingredients: [unit.rum] },
  }),
  listIngredients: ({ owner }) => ({ params: { venueId: owner.venueId } }),
  listPositions: ({ unit }) => ({ params: { unitId: unit.id } }),
  getIngredient: ({ unit }) => ({ params: { ingredientId: unit.rum, unitId: unit.id } }),
  createIngredient: ({ owner, unit }) => ({
    body: { name: 'x', venueId: owner.venueId, unitId: unit.id },
  }),
  updateIngredient: ({ unit }) => ({
    params: { id: unit.rum },
    body: { name: 'x', unitId: unit.id },
  }),
  deactivateIngredient: ({ unit }) => ({ params: { id: unit.rum }, body: { unitId: unit.id } }),
  restoreIngredient: ({ unit }) => ({
    params: { unitNumber: String(unit.unitNumber), ingredientId: unit.rum },
    body: { venueName: 'Theirs Bar' },
  }),
  getVenueWithDrinks: ({ owner }) => ({ params: { venueId: owner.venueId } }),
  getUnitMenu: ({ unit }) => ({ params: { unitNumber: String(unit.unitNumber) } }),
  createDrink: ({ owner, unit }) => ({
    body: { name: 'x', price: 1, ingredients: [unit.rum], venueId: owner.venueId },
  }),
  listDrinks: ({ owner }) => ({ params: { venueId: owner.venueId } }),
  reorderDrinks: ({ unit }) => ({
    body: [{ id: unit.cubaLibre, ranking: { current: 0, previous: 0 } }],
  }),
  updateDrink: ({ unit }) => ({ params: { id: unit.cubaLibre }, body: { name: 'x' } }),
  updateVenueDrink: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, drinkId: unit.cubaLibre },
    body: { name: 'x' },
  }),
  deleteDrink: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, drinkId: unit.cubaLibre },
  }),
  createOrder: ({ unit }) => ({ body: { unitNumber: unit.unitNumber, ingredients: [unit.rum] } }),
  updateOrder: ({ orderId }) => ({ params: { id: orderId }, body: { duration: 1 } }),
  listOrders: null,
  refundDrinks: ({ orderId }) => ({ params: { orderId }, query: { drinkIndexes: '0' } }),
  diagnosePouringFailure: ({ orderId, drinkId }) => ({
    params: { orderId, orderedDrinkId: drinkId },
  }),
  diagnoseComplimentary: ({ orderId, drinkId }) => ({
    params: { orderId, orderedDrinkId: drinkId },
  }),
  hearStripe: null,
  getSalesReport: ({ owner }) => ({ query: { venueId: owner.venueId, ...range } }),
  downloadSalesCsv: ({ owner }) => ({ query: { venueId: owner.venueId, ...range } }),
  getDrinkStatistics: ({ owner }) => ({ query: { venueId: owner.venueId, ...range } }),
  mailSalesReport: ({ owner }) => ({ body: { venueId: owner.venueId, ...range } }),
  // Renderings are the super admins' own; no owner has any.
  listRenderings: null,
  createRendering: null,
  deleteRendering: null,
  restoreRendering: null,
  getSettings: null,
  getTerms: null,
  updateTerms: null,
  updateSetting: () => ({ params: { id: randomUUID() }, body: { terms: 'x' } }),
  createUpload: ({ owner }) => ({
    body: {
      venueId: owner.venueId,
      fileName: 'rum.png',
      contentType: 'image/png',
      sizeBytes: 100,
    },
  }),
  getFlags: ({ unit }) => ({ query: { kind: 'unit', key: String(unit.unitNumber) } }),
  setFlag: null,
  listAudit: ({ owner }) => ({ query: { ownerId: owner.userId } }),
  downloadAuditCsv: ({ owner }) => ({ query: { ownerId: owner.userId } }),
  getVersion: null,
};

const readerOf = (owner: TestOwner): string => (owner === mine.owner ? 'tmr_Mine' : 'tmr_Theirs');

/** The same aim at ids that nobody has. */
const nowhere = (): Place => ({
  owner: { ...mine.owner, userId: randomUUID(), venueId: randomUUID() },
  unit: {
    ...mine.unit,
    id: randomUUID(),
    unitNumber: 999_999_999,
    rum: randomUUID(),
    cubaLibre: randomUUID(),
  },
  orderId: randomUUID(),
  drinkId: randomUUID(),
  keyId: randomUUID(),
});

const built = Object.entries<Call>(calls).filter(([, call]) => call.notYet === undefined);
const aimed = built.filter(([name]) => aims[name as CallName]);

function send(call: Call, { params = {}, query = {}, body }: Aim, token: string) {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'nothing');
  return app.send(call.method, `${path}?${new URLSearchParams(query).toString()}`, {
    token,
    ...(body ? { body } : {}),
  });
}

/** Everything of theirs that an answer could give away. */
const traces = () => [
  theirs.owner.userId,
  theirs.owner.venueId,
  theirs.unit.id,
  theirs.unit.rum,
  theirs.unit.cubaLibre,
  theirs.orderId,
  theirs.drinkId,
  theirs.keyId,
  'Theirs',
];

test('every call that is answered is aimed here, or said to name nothing of anybody’s', () => {
  expect(built.map(([name]) => name).filter((name) => !(name in aims))).toEqual([]);
});

describe('with the ids of another owner', () => {
  test.each(aimed)('%s answers as if they were not there', async (name, call) => {
    const aim = aims[name as CallName];
    if (!aim) throw new Error('Not aimed');
    const foreign = await send(call, aim(theirs), mine.owner.token);
    const missing = await send(call, aim(nowhere()), mine.owner.token);
    expect(foreign.status).toBe(404);
    expect(missing.status).toBe(404);
    expect(foreign.body.error.message).toBe(missing.body.error.message);
    for (const trace of traces()) expect(foreign.text).not.toContain(trace);
  });

  test('nothing of theirs was changed', async () => {
    const { body } = await app.send('GET', `/api/venues/${theirs.owner.venueId}/units`, {
      token: theirs.owner.token,
    });
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({ unitNumber: theirs.unit.unitNumber, homeHelperText: '' });
    const keys = await app.send('GET', `/api/units/${theirs.unit.unitNumber}/keys`, {
      token: theirs.owner.token,
    });
    expect(keys.body).toHaveLength(1);
    const report = await app.send(
      'GET',
      `/api/orders/sales/report?${new URLSearchParams({ venueId: theirs.owner.venueId, ...range }).toString()}`,
      { token: theirs.owner.token },
    );
    expect(report.body.pagination.total).toBe(1);
    expect(report.body.totalRefunds).toBe(0);
  });
});

describe('lists without an id', () => {
  test.each(['/api/orders', '/api/audit', '/api/audit.csv', '/api/settings/terms'])(
    '%s tell nothing of another owner',
    async (path) => {
      const { text } = await app.send('GET', path, { token: mine.owner.token });
      for (const trace of traces()) expect(text).not.toContain(trace);
    },
  );
});

describe('a super admin', () => {
  const changing = new Set([
    'deleteUnit',
    'revokeUnitKey',
    'updateSetting',
    'updateVenue',
    'createUnit',
    'createUnitKey',
    'createOrder',
    'createDrink',
    'deleteDrink',
    'createIngredient',
    'createUpload',
    'restoreIngredient',
    'mailSalesReport',
  ]);
  test.each(aimed.filter(([name]) => !changing.has(name)))(
    'reaches everything by %s',
    async (name, call) => {
      const answer = await send(call, aims[name as CallName]?.(theirs) ?? {}, admin);
      expect(answer.status).toBe(200);
    },
  );
});

describe('a unit', () => {
  test('reaches only its own orders', async () => {
    const change = (orderId: string) =>
      app.send('PUT', `/api/orders/${orderId}`, { token: mine.unit.key, body: { duration: 1000 } });
    expect((await change(mine.orderId)).status).toBe(200);
    expect((await change(theirs.orderId)).status).toBe(404);
  });
});
