/** Responses to a bartender hold no amount of money, unless the owner shows it. */
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { withoutMoney } from '../../contract/money.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { memberMay } from '../../rules/permissions/roles.ts';
import { addressOf, targets } from '../testing/endpoint-targets.ts';
import { lineOf, type Place, settle } from '../testing/places.ts';
import { addPerson } from '../testing/accounts.ts';
import { alwaysOn } from '../testing/stock.ts';
import { app, withApp } from '../testing/with-app.ts';

let place: Place;
let token: string;

withApp({ deps: { flags: alwaysOn(flagNamed.inventoryManagement) } });
beforeAll(async () => {
  place = await settle(app, 'Rooftop');
  await pricedAt(7_713);
  token = (await addPerson(app, place.owner, 'bartender')).token;
});

/** Sets every price to an amount that is nothing else in a response; a sale at it is refunded. */
async function pricedAt(cents: number): Promise<void> {
  await app.db
    .updateTable('unit_inventory')
    .set({ price_cents: cents, double_price_cents: cents })
    .execute();
  await app.db.updateTable('drinks').set({ price_cents: cents }).execute();
  const body = { drinks: [{ drinkId: place.unit.cubaLibre }] };
  const sold = await app.send('POST', '/api/orders', { token: place.unit.key, body });
  const priced = await app.send('GET', `/api/orders/${sold.body.id}`, { token: place.owner.token });
  expect(priced.text).toContain('77.13');
  const refund = `/api/orders/${sold.body.id}/refund?drinkIndexes=0`;
  expect((await app.send('GET', refund, { token: place.owner.token })).status).toBe(200);
  place = { ...place, orderId: sold.body.id, drinkId: sold.body.drinks[0]._id };
}

const bartender = { role: 'bartender', venueIds: null, allowed: [] } as const;

const all: [EndpointName, Endpoint][] = Object.entries(endpoints) as [EndpointName, Endpoint][];
const permitted = all.filter(
  ([, { access, permission }]) =>
    !['anyone', 'wall', 'token'].includes(access) && memberMay(bartender, permission),
);

/** Ids may contain any digits. */
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Names of fields that hold amounts, in any response of the API. */
const amounts =
  /"(price|doublePrice|discounted\w*|tax|tips|processingFee|amount|charged|listed|sales|refunds|grossVolume|netVolume|total\w*|average\w*)":-?\d/;

test('ROLE-02 every endpoint that a bartender may call is in the table', () => {
  expect(permitted.map(([name]) => name).sort()).toMatchInlineSnapshot(`
    [
      "addCountLines",
      "changePassword",
      "confirmIdentity",
      "confirmPasskey",
      "confirmTotp",
      "countStock",
      "createDelivery",
      "createInvoiceUpload",
      "createPushSubscription",
      "deletePushSubscription",
      "diagnoseComplimentary",
      "diagnosePouringFailure",
      "discardStock",
      "discardStockCount",
      "endMaintenance",
      "endOtherSessions",
      "endSession",
      "endStockCount",
      "getAlert",
      "getAlertSettings",
      "getCaseSummary",
      "getDuty",
      "getFlags",
      "getIngredient",
      "getLiveNight",
      "getMenuLoss",
      "getOrder",
      "getOrderList",
      "getPositionHealth",
      "getRefillList",
      "getRefundPolicy",
      "getSecondFactor",
      "getStock",
      "getStockCount",
      "getStockForecast",
      "getStripeReader",
      "getSupport",
      "getTerms",
      "getUnitContact",
      "getUnitHistory",
      "getUnitMenu",
      "getVenue",
      "getVenueAlone",
      "getVenueHealth",
      "getVenueOverview",
      "getVenueWithDrinks",
      "listAlerts",
      "listCases",
      "listDeliveries",
      "listDrinks",
      "listEffectivePrices",
      "listIngredientSales",
      "listIngredients",
      "listIssues",
      "listMemberships",
      "listMenuCategories",
      "listNotices",
      "listPasskeys",
      "listPositions",
      "listPushSubscriptions",
      "listRefusedSales",
      "listSessions",
      "listStockOrders",
      "listSuppliers",
      "listTwins",
      "listUnitIngredients",
      "listUnitMovements",
      "listUnitStrips",
      "listUnits",
      "listUnitsOfVenues",
      "listVenues",
      "logout",
      "previewAlertSettings",
      "refillPositions",
      "removePasskey",
      "removeTotp",
      "renewSession",
      "requestEmailConfirmation",
      "resolveCase",
      "resolveCases",
      "restoreIngredient",
      "searchAll",
      "sendTestPush",
      "startIdentityCheck",
      "startMaintenance",
      "startPasskey",
      "startStockCount",
      "startTotp",
      "updateAlert",
      "updateAlertSettings",
      "updateDrink",
      "updateDuty",
      "updateInvoice",
      "updatePasskey",
      "updateProfile",
      "updateUnits",
      "updateVenueDrink",
    ]
  `);
});

/** Need a password, a code or another session: their responses hold none of the amounts, as the schema test shows. */
const ofOwnAccount: readonly EndpointName[] = [
  'logout',
  'changePassword',
  'confirmIdentity',
  'updateProfile',
  'startTotp',
  'confirmTotp',
  'removeTotp',
  'startPasskey',
  'confirmPasskey',
  'updatePasskey',
  'removePasskey',
  'endSession',
  'updateAlertSettings',
  'previewAlertSettings',
  'createPushSubscription',
  'deletePushSubscription',
  'sendTestPush',
];

/** Some of them end the count. */
const ofCounts: readonly EndpointName[] = [
  'getStockCount',
  'addCountLines',
  'endStockCount',
  'discardStockCount',
];

async function withCount(at: Place): Promise<Place> {
  const counts = `/api/venues/${at.owner.venueId}/counts`;
  const of = { token: at.owner.token };
  const { id: countId } = (await app.send('POST', counts, { ...of, body: {} })).body;
  const lines = { ...of, body: { lines: [lineOf(at)] } };
  await app.send('POST', `${counts}/${countId}/lines`, lines);
  return { ...at, countId };
}

/** Requests that a bartender may send. */
const ofBartenders: { [name in EndpointName]?: (at: Place) => object } = {
  updateDrink: () => ({ active: true }),
  updateVenueDrink: () => ({ active: true }),
  updateUnits: ({ unit }) => ({ units: [unit.id], maintenance: null }),
};

test.each(permitted.filter(([name]) => !ofOwnAccount.includes(name)))(
  'ROLE-02 %s returns a bartender no amount',
  async (name, endpoint) => {
    const at = ofCounts.includes(name) ? await withCount(place) : place;
    const aim = targets[name]?.(at) ?? {};
    const body = ofBartenders[name]?.(at) ?? aim.body;
    const { status, text } = await app.send(endpoint.method, addressOf(endpoint, aim), {
      token,
      ...(body ? { body } : {}),
    });
    expect([200, 201, 202], text).toContain(status);
    expect(text).not.toMatch(amounts);
    expect(text.replaceAll(ids, '')).not.toMatch(/77\.13|7713/);
  },
);

test('ROLE-02 amounts are dropped by schema: in the declared responses of those endpoints none is left', () => {
  for (const [name, { responses }] of permitted) {
    for (const schema of Object.values(responses)) {
      const json = JSON.stringify(
        z.toJSONSchema(withoutMoney(schema), { io: 'output', unrepresentable: 'any' }),
      );
      expect(json, name).not.toMatch(
        /"(price|doublePrice|tax|tips|processingFee|amount|charged|listed|sales|refunds|grossVolume)":\{"type":"number"/,
      );
    }
  }
});

test('ROLE-02 a refund is explained to a bartender without its amount', async () => {
  const url = `/api/diagnosis/complimentary/${place.orderId}/${place.drinkId}`;
  const reasons = async (by: string) => (await app.send('GET', url, { token: by })).body;
  expect(await reasons(place.owner.token)).toEqual(['It was refunded: $77.13 went back']);
  expect(await reasons(token)).toEqual(['It was refunded']);
});

test('ROLE-02 the message of a stale change names no price to a bartender', async () => {
  const url = `/api/drinks/${place.unit.cubaLibre}`;
  const change = (by: string, expected: object) =>
    app.send('PUT', url, { token: by, body: { active: true, expected } });
  const prices = { price: 1, doublePrice: 1 };
  expect((await change(place.owner.token, prices)).text).toContain('77.13');
  expect((await change(token, prices)).status).toBe(200);
  const stale = await change(token, { ...prices, name: 'Mojito' });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('Cuba Libre');
  expect(stale.text).not.toContain('77.13');
});

test('ROLE-02 a bartender sees amounts once the owner shows them', async () => {
  const settings = { token: place.owner.token, body: { bartendersSeeMoney: true } };
  expect((await app.send('PATCH', '/api/people/settings', settings)).status).toBe(200);
  // Sessions of bartenders end with the change, since their screens are others now.
  const url = `/api/drinks/${place.owner.venueId}`;
  expect((await app.send('GET', url, { token })).status).toBe(401);
  const shown = await addPerson(app, place.owner, 'bartender');
  expect((await app.send('GET', url, { token: shown.token })).body[0].price).toBe(77.13);
});
