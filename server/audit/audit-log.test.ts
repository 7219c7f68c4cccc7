/** Every endpoint that changes money, secrets or access adds one row to the audit log, and no other endpoint does. */
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { type RequestTarget, addressOf, targets } from '../testing/endpoint-targets.ts';
import { certifiedDay, happyHour, type Place, settle } from '../testing/places.ts';
import { addSuperAdmin, testPassword } from '../testing/app.ts';
import { alwaysOn } from '../testing/stock.ts';
import { app, withApp } from '../testing/with-app.ts';

let admin: string;
let places = 0;

withApp({ deps: { flags: alwaysOn(flagNamed.inventoryManagement) } });
beforeAll(async () => {
  admin = await addSuperAdmin(app);
});

const secret = 'sk_test_entered_by_nobody_else';

/** Requests for endpoints whose default target alone changes no money, secret or access. */
const audited: { [name in EndpointName]?: (at: Place) => RequestTarget } = {
  register: () => ({
    body: {
      name: 'Newcomer',
      venueName: 'New Bar',
      email: `new${places}@example.com`,
      password: testPassword,
      password2: testPassword,
    },
  }),
  inviteOwner: () => ({
    body: { name: 'Invited', venueName: 'New Bar', email: `invited${places}@example.com` },
  }),
  updateOwner: ({ owner }) => ({ params: { id: owner.userId }, body: { name: 'Other Name' } }),
  changePrices: ({ owner, unit }) => ({
    params: { venueId: owner.venueId },
    body: { drinks: [{ id: unit.cubaLibre, price: 7.5 }] },
  }),
  undoCopy: ({ copyId }) => ({ params: { copyId } }),
  createSetupTemplate: ({ owner, unit }) => ({
    params: { venueId: owner.venueId },
    body: { name: 'Saved', from: unit.id },
  }),
  deleteSetupTemplate: ({ owner: { venueId }, templateId }) => ({
    params: { venueId, templateId },
  }),
  undoPriceChange: ({ owner, priceChangeId }) => ({
    params: { venueId: owner.venueId, id: priceChangeId },
  }),
  createPricePlan: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { ...happyHour, state: 'draft' },
  }),
  updatePricePlan: ({ owner, pricePlanId }) => ({
    params: { venueId: owner.venueId, id: pricePlanId },
    body: { state: 'ended' },
  }),
  deletePricePlan: ({ owner, pricePlanId }) => ({
    params: { venueId: owner.venueId, id: pricePlanId },
  }),
  createMenuCategory: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { name: 'Brunch' },
  }),
  updateMenuCategory: ({ owner, categoryId }) => ({
    params: { venueId: owner.venueId, id: categoryId },
    body: { name: 'Late night' },
  }),
  exportJournal: ({ owner }) => ({
    params: { venueId: owner.venueId, night: certifiedDay },
    body: { timezone: 'UTC' },
  }),
  updateJournalAccounts: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { accounts: [{ account: 'fees', name: 'Bank charges', code: '404' }] },
  }),
  createStore: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { name: 'Cellar' },
  }),
  updateStore: ({ owner, storeId }) => ({
    params: { venueId: owner.venueId, id: storeId },
    body: { name: 'Bar store' },
  }),
  createSupplier: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { name: 'Metro' },
  }),
  updateSupplier: ({ owner, supplierId }) => ({
    params: { venueId: owner.venueId, id: supplierId },
    body: { email: 'orders@example.com' },
  }),
  deleteSupplier: ({ owner, supplierId }) => ({
    params: { venueId: owner.venueId, id: supplierId },
  }),
  createDelivery: ({ owner, unit, supplierId, storeId }) => ({
    params: { venueId: owner.venueId },
    body: {
      key: 'audited',
      supplierId,
      storeId,
      lines: [{ ingredientId: unit.rum, bottles: 6 }],
    },
  }),
  updateSupply: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, id: unit.rum },
    body: { par: 12 },
  }),
  createStockOrder: ({ owner, unit, supplierId }) => ({
    params: { venueId: owner.venueId },
    body: { key: 'audited', supplierId, lines: [{ ingredientId: unit.rum, bottles: 6 }] },
  }),
  cancelStockOrder: ({ owner, stockOrderId }) => ({
    params: { venueId: owner.venueId, id: stockOrderId },
  }),
  undoDelivery: ({ owner, deliveryId }) => ({
    params: { venueId: owner.venueId, id: deliveryId },
  }),
  deleteInvoice: ({ owner, deliveryId }) => ({
    params: { venueId: owner.venueId, id: deliveryId },
  }),
  deleteMenuCategory: ({ owner, categoryId }) => ({
    params: { venueId: owner.venueId, id: categoryId },
  }),
  invitePerson: ({ owner }) => ({
    query: { ownerId: owner.userId },
    body: { email: `invited.${owner.email}`, role: 'manager' },
  }),
  updateRoleSettings: ({ owner }) => ({
    query: { ownerId: owner.userId },
    body: { bartendersSeeMoney: true },
  }),
  createVenue: ({ owner }) => ({ body: { name: 'Second Bar', ownerId: owner.userId } }),
  updateVenue: ({ owner }) => ({
    params: { _id: owner.venueId },
    body: { taxPercentage: 9, privateKey: secret },
  }),
  createUnit: ({ owner }) => ({ params: { venueId: owner.venueId }, body: {} }),
  updateUnit: ({ unit }) => ({
    params: { unitNumber: String(unit.unitNumber) },
    body: { unit: { discountRate: 0.2 } },
  }),
  updateUnits: ({ owner, unit }) => ({
    params: { venueId: owner.venueId },
    body: { units: [unit.id], changes: { discountRate: 0.3 } },
  }),
  updateUnitDetails: ({ unit }) => ({
    params: { unitNumber: String(unit.unitNumber) },
    body: { discountRate: 0.3 },
  }),
  deleteUnit: ({ unit }) => ({ params: { unitNumber: String(unit.unitNumber) } }),
  createUnitKey: ({ unit }) => ({ params: { unitNumber: String(unit.unitNumber) }, body: {} }),
  revokeUnitKey: ({ unit, keyId }) => ({
    params: { unitNumber: String(unit.unitNumber), id: keyId },
  }),
  createWall: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { label: 'Bar left', hideMoney: true },
  }),
  revokeWall: ({ owner, wallId }) => ({ params: { venueId: owner.venueId, wallId } }),
  createToken: ({ owner }) => ({
    query: { ownerId: owner.userId },
    body: { name: 'Hotel PMS', scopes: ['sales:read'] },
  }),
  revokeToken: ({ owner, tokenId }) => ({
    query: { ownerId: owner.userId },
    params: { id: tokenId },
  }),
  createWebhook: ({ owner }) => ({
    query: { ownerId: owner.userId },
    body: { url: 'https://example.com/', events: ['sale.created'] },
  }),
  updateWebhook: ({ owner, webhookId }) => ({
    query: { ownerId: owner.userId },
    params: { id: webhookId },
    body: { state: 'off' },
  }),
  rotateWebhookSecret: ({ owner, webhookId }) => ({
    query: { ownerId: owner.userId },
    params: { id: webhookId },
  }),
  deleteWebhook: ({ owner, webhookId }) => ({
    query: { ownerId: owner.userId },
    params: { id: webhookId },
  }),
  createIngredient: ({ owner, unit }) => ({
    body: { name: 'Gin', price: 6, venueId: owner.venueId, unitId: unit.id },
  }),
  updateIngredient: ({ unit }) => ({
    params: { id: unit.rum },
    body: { unitId: unit.id, price: 8, doublePrice: 13 },
  }),
  deactivateIngredient: ({ unit }) => ({ params: { id: unit.rum }, body: { unitId: unit.id } }),
  createDrink: ({ owner, unit }) => ({
    body: { name: 'Rum', price: 7, ingredients: [unit.rum], venueId: owner.venueId },
  }),
  updateDrink: ({ unit }) => ({ params: { id: unit.cubaLibre }, body: { price: 10 } }),
  updateClock: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { timezone: 'America/New_York', startsAt: '05:00' },
  }),
  updateHours: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { hours: [{ weekday: 5, opens: '16:00', closes: '26:00' }] },
  }),
  updateVenueDrink: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, drinkId: unit.cubaLibre },
    body: { price: 11 },
  }),
  deleteDrink: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, drinkId: unit.cubaLibre },
  }),
  createOrder: ({ unit }) => ({
    body: { unitNumber: unit.unitNumber, ingredients: [unit.rum] },
  }),
  updateOrder: ({ orderId }) => ({ params: { id: orderId }, body: { processingFee: 0.42 } }),
  refundDrinks: ({ orderId }) => ({ params: { orderId }, query: { drinkIndexes: '0' } }),
  updateIngredientCosts: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, id: unit.rum },
    body: { cost: 21.5, bottleMl: 1000 },
  }),
  updateRefillPlan: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { at: '16:00' },
  }),
  updateRefundPolicy: ({ owner }) => ({
    params: { venueId: owner.venueId },
    body: { policy: 'nothing_poured', delayMinutes: 5, cap: 50 },
  }),
  updateTerms: ({ owner }) => ({ body: { ownerId: owner.userId, terms: 'Be nice' } }),
  setFlag: ({ unit }) => ({
    body: {
      kind: 'unit',
      key: String(unit.unitNumber),
      flag: 'general--turboshot',
      enabled: true,
    },
  }),
};

/** Endpoints tested in other files, with the audit rows they add. */
const elsewhere: { [name in EndpointName]?: string } = {
  repeatOwnerInvitation: 'one row: owner-invitations.test.ts',
  createFirstAccount: 'one row: first-account.test.ts',
  startActing: 'one row: acting.test.ts',
  actAs: 'one row: acting.test.ts',
  stopActing: 'one row: acting.test.ts',
  createSupportTicket: 'one row, and one of its note: tickets.test.ts',
  updateSupportTicket: 'one row: tickets.test.ts',
  addSupportNote: 'one row: tickets.test.ts',
  updateSetting: 'one row: settings.test.ts',
  previewImport: 'none: nothing is stored',
  startImport: 'one row: imports.test.ts',
  takeBackImport: 'one row: imports.test.ts',
  createRendering: 'one row: renderings.test.ts',
  deleteRendering: 'one row: renderings.test.ts',
  restoreRendering: 'one row: renderings.test.ts',
  deleteStore: 'one row: stores.test.ts',
  updateInvoice: 'one row: invoices.test.ts',
  handleStripeWebhook: 'one row when a refund ends: webhooks.test.ts',
  reactivateIngredient: 'one row: reactivate-ingredient.test.ts',
  addStandardBar: 'one row each of what it adds: standard-bars.test.ts',
  undeleteDrink: 'one row: undelete-drink.test.ts',
  settleRefusedSale: 'one row: refused-sales.test.ts',
  resolveCase: 'one row: settled-cases.test.ts',
  resolveCases: 'one row each: settled-cases.test.ts',
  updateNight: 'one row, of a venue with a clock: nights.test.ts',
  login: 'none: sessions and failed tries are tables of their own',
  renewSession: 'none: as signing in',
  logout: 'none: as signing in',
  verifySecondFactor: 'none: as signing in',
  startTotp: 'none: it counts once it is confirmed',
  confirmTotp: 'one row: second-factor.test.ts',
  removeTotp: 'one row: second-factor.test.ts',
  startPasskeySignIn: 'none: as signing in',
  verifyPasskey: 'one row for a copied passkey: passkeys.test.ts',
  startPasskey: 'none: it counts once it is confirmed',
  confirmPasskey: 'one row: passkeys.test.ts',
  updatePasskey: 'one row: passkeys.test.ts',
  removePasskey: 'one row: passkeys.test.ts',
  startIdentityCheck: 'none: as signing in',
  confirmIdentity: 'one row for a copied passkey: recent-authentication.test.ts',
  requestPasswordReset: 'none: anybody can send it, and nothing changes',
  resetPassword: 'one row: passwords.test.ts',
  changePassword: 'one row: passwords.test.ts',
  updateProfile: 'one row: profile.test.ts',
  acceptNewEmail: 'one row: profile.test.ts',
  endSession: 'none: as signing out',
  endOtherSessions: 'one row: sessions.test.ts',
  getConfirmation: 'none: it reads',
  acceptConfirmation: 'one row: links.test.ts',
  declineConfirmation: 'one row: contacts.test.ts',
  requestContactConfirmation: 'none: the request is shown with the contact',
  getInvitation: 'none: it reads',
  acceptInvitation: 'one row: invitations.test.ts',
  updatePerson: 'one row: people.test.ts',
  removePerson: 'one row: people.test.ts',
  requestEmailConfirmation: 'none: as that of a contact',
  updateAlert: 'none: alerts have a log of their own',
  updateDuty: 'none: it decides who gets messages',
  updateAlertSettings: 'none: messages to oneself',
  previewAlertSettings: 'none: it reads',
  createPushSubscription: 'none: messages to oneself',
  deletePushSubscription: 'none: messages to oneself',
  sendTestPush: 'none: a message to oneself',
  updateReportView: 'none: names of oneself',
  deleteReportView: 'none: a view of oneself',
  updateReportSubscription: 'none: mails to oneself',
  deleteReportSubscription: 'none: mails to oneself',
  previewReportSubscription: 'none: it reads',
  sendReportSubscription: 'none: a mail to oneself',
  unsubscribeReport: 'none: mails to oneself',
  copySetup: 'rows of each change: copies.test.ts',
};

/** Changes of levels, names and order are visible in the data itself and are not audited. */
const quiet = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([name, { method }]) => method !== 'GET' && !(name in audited) && !(name in elsewhere))
  .map(([name]) => name);

const auditRows = async (): Promise<number> => {
  const { count } = await app.db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

async function change(name: EndpointName, aim: RequestTarget, token: string) {
  const call: Endpoint = endpoints[name];
  const before = await auditRows();
  const { body } = aim;
  const { status, text } = await app.send(call.method, addressOf(call, aim), {
    token,
    ...(body === undefined ? {} : { body }),
  });
  return { status, text, rows: (await auditRows()) - before };
}

const newPlace = (): Promise<Place> => settle(app, `Place ${(places += 1)}`);

test('the list of endpoints that are not audited is explicit', () => {
  expect(quiet.toSorted()).toMatchInlineSnapshot(`
    [
      "addCountLines",
      "countStock",
      "createInvoiceUpload",
      "createReportSubscription",
      "createReportView",
      "createUpload",
      "discardStock",
      "discardStockCount",
      "endMaintenance",
      "endStockCount",
      "getMenuLoss",
      "listIngredientSales",
      "mailSalesReport",
      "refillPositions",
      "rehearsePrices",
      "reorderDrinks",
      "replayWebhook",
      "restoreIngredient",
      "sendHeartbeat",
      "startMaintenance",
      "startStockCount",
      "testWebhook",
      "updateUnitInventory",
    ]
  `);
});

test.each(Object.entries(audited) as [EndpointName, (at: Place) => RequestTarget][])(
  '%s adds one audit row, and none when it is refused',
  async (name, aim) => {
    const place = await newPlace();
    // What anyone may do is refused for what is sent.
    const isPublic = endpoints[name].access === 'anyone';
    const sent = isPublic ? { ...aim(place), body: {} } : aim(place);
    const refused = await change(name, sent, 'bba_nobody');
    expect(refused).toMatchObject({ status: isPublic ? 400 : 401, rows: 0 });
    const done = await change(name, aim(place), admin);
    expect(done.status, done.text).toBeLessThan(300);
    expect(done.rows).toBe(1);
  },
);

test.each(quiet)('%s adds no audit row', async (name) => {
  const place = await newPlace();
  const aim = targets[name]?.(place);
  if (!aim) throw new Error(`${name} is aimed at nothing`);
  const done = await change(name, aim, place.owner.token);
  expect(done.status, done.text).toBeLessThan(300);
  expect(done.rows).toBe(0);
});
