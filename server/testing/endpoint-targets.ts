/** Test fixture: a target among the resources of a place for every contract endpoint. */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { accountingTargets } from './accounting-targets.ts';
import { accountTargets } from './account-targets.ts';
import { certifiedDay, happyHour, type Place } from './places.ts';
import { stockTargets } from './stock-targets.ts';
import { ofUnit, ofVenue, type RequestTarget } from './target.ts';

export type { RequestTarget } from './target.ts';

const juneMonth = { month: '2026-06', timezone: 'America/New_York' };
const juneWeek = { from: '2026-06-01', to: '2026-06-07' };
export const range = { startDate: '1000000000000', endDate: '4000000000000' };

const ofWebhook = ({ owner, webhookId }: Place) => ({
  query: { ownerId: owner.userId },
  params: { id: webhookId },
});
const ofOwner = ({ owner }: Place): RequestTarget => ({ query: { ownerId: owner.userId } });
const ofPricePlan = ({ owner: { venueId }, pricePlanId: id }: Place) => ({
  params: { venueId, id },
});
const ofMenuCategory = ({ owner: { venueId }, categoryId: id }: Place) => ({
  params: { venueId, id },
});
const ofVenueDrink = ({ owner, unit }: Place): RequestTarget => ({
  params: { venueId: owner.venueId, drinkId: unit.cubaLibre },
});
const ofSoldDrink = ({ orderId, drinkId }: Place): RequestTarget => ({
  params: { orderId, orderedDrinkId: drinkId },
});

/** Target parameters of each endpoint; null for those that refer to no owner's resources. */
export const targets: { [name in EndpointName]?: ((at: Place) => RequestTarget) | null } = {
  ...accountTargets,
  ...accountingTargets,
  // A token of another owner's recipient is as good as one's own: who has it, received it.
  getConfirmation: null,
  acceptConfirmation: null,
  declineConfirmation: null,
  requestEmailConfirmation: null,
  listPeople: ofOwner,
  invitePerson: (at) => ({
    ...ofOwner(at),
    body: { email: 'new.person@example.com', role: 'bartender' },
  }),
  updatePerson: null,
  removePerson: null,
  updateRoleSettings: (at) => ({ ...ofOwner(at), body: { managerRefundLimit: 50 } }),
  listTokens: ofOwner,
  createToken: (at) => ({ ...ofOwner(at), body: { name: 'Hotel PMS', scopes: ['sales:read'] } }),
  revokeToken: ({ tokenId }) => ({ params: { id: tokenId } }),
  getToken: null,
  listWebhooks: ofOwner,
  listEvents: ofOwner,
  createWebhook: (at) => ({
    ...ofOwner(at),
    body: { url: 'https://example.com/', events: ['sale.created'] },
  }),
  updateWebhook: (at) => ({ ...ofWebhook(at), body: { state: 'off' } }),
  deleteWebhook: ofWebhook,
  rotateWebhookSecret: ofWebhook,
  listWebhookDeliveries: ofWebhook,
  replayWebhook: (at) => ({
    ...ofWebhook(at),
    body: { unitNumber: at.unit.unitNumber, number: 1 },
  }),
  testWebhook: ofWebhook,
  // The token of an invitation belongs to its holder.
  getInvitation: null,
  acceptInvitation: null,
  listVenues: ({ owner }) => ({ params: { userId: owner.userId } }),
  createVenue: null,
  updateVenue: ({ owner }) => ({ params: { _id: owner.venueId }, body: { name: 'Taken over' } }),
  getVenue: ofVenue,
  getVenueAlone: ofVenue,
  getClock: ofVenue,
  updateClock: (at) => ({
    ...ofVenue(at),
    body: { timezone: 'America/New_York', startsAt: '05:00' },
  }),
  getHours: ofVenue,
  updateHours: (at) => ({
    ...ofVenue(at),
    body: { hours: [{ weekday: 5, opens: '16:00', closes: '26:00' }] },
  }),
  listCertificates: (at) => ({ ...ofVenue(at), query: juneWeek }),
  getCertificate: ({ owner }) => ({ params: { venueId: owner.venueId, day: certifiedDay } }),
  verifyCertificate: ({ owner }) => ({ params: { venueId: owner.venueId, day: certifiedDay } }),
  listNights: (at) => ({ ...ofVenue(at), query: { from: '2026-06-01', to: '2026-06-07' } }),
  updateNight: ({ owner }) => ({
    params: { venueId: owner.venueId, day: '2026-06-05' },
    body: { closed: true, note: 'Taken over' },
  }),
  getVenueOverview: ofVenue,
  getVenueHealth: ofVenue,
  getLiveNight: ofVenue,
  listWalls: ofVenue,
  createWall: (at) => ({ ...ofVenue(at), body: { label: 'Taken over', hideMoney: false } }),
  revokeWall: ({ owner, wallId }) => ({ params: { venueId: owner.venueId, wallId } }),
  // The key of a wall display belongs to its holder.
  getWallNight: null,
  getMenuLoss: (at) => ({
    ...ofVenue(at),
    body: { retire: [at.unit.id], remove: [at.unit.cubaLibre] },
  }),
  ...stockTargets,
  updateRefillPlan: (at) => ({ ...ofVenue(at), body: { at: '16:00' } }),
  listCosts: ofVenue,
  getLoss: (at) => ({
    ...ofVenue(at),
    query: { ...juneWeek, timezone: 'America/New_York' },
  }),
  getMargins: (at) => ({
    ...ofVenue(at),
    query: { ...juneWeek, timezone: 'America/New_York' },
  }),
  getLossPack: (at) => ({ ...ofVenue(at), query: juneMonth }),
  downloadLossPackCsv: (at) => ({ ...ofVenue(at), query: juneMonth }),
  listIngredientCosts: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, id: unit.rum },
  }),
  updateIngredientCosts: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, id: unit.rum },
    body: { cost: 21.5, bottleMl: 1000 },
  }),
  listUnitStrips: ofVenue,
  listNotices: ofVenue,
  listAlerts: ofVenue,
  getDuty: ofVenue,
  getAlert: ({ alertId }) => ({ params: { id: alertId } }),
  updateAlert: ({ alertId }) => ({ params: { id: alertId }, body: { action: 'acknowledge' } }),
  updateDuty: (at) => ({ ...ofVenue(at), body: { isOnTonight: true } }),
  // Of the caller's own account.
  getAlertSettings: null,
  updateAlertSettings: null,
  previewAlertSettings: null,
  listPushSubscriptions: null,
  createPushSubscription: null,
  deletePushSubscription: null,
  sendTestPush: null,
  listUnits: ofVenue,
  createUnit: (at) => ({ ...ofVenue(at), body: {} }),
  updateUnit: (at) => ({ ...ofUnit(at), body: { unit: { homeHelperText: 'x' } } }),
  updateUnits: (at) => ({
    ...ofVenue(at),
    body: { units: [at.unit.id], changes: { homeHelperText: 'x' } },
  }),
  updateUnitDetails: (at) => ({ ...ofUnit(at), body: { homeHelperText: 'x' } }),
  deleteUnit: ofUnit,
  addStandardBar: (at) => ({ ...ofUnit(at), body: { bar: 'classic' } }),
  getStripeReader: ({ unit, readerId }) => ({
    params: { id: readerId },
    query: { unitId: unit.id },
  }),
  listUnitKeys: ofUnit,
  createUnitKey: ({ unit }) => ({ params: { unitNumber: String(unit.unitNumber) }, body: {} }),
  revokeUnitKey: ({ unit, keyId }) => ({
    params: { unitNumber: String(unit.unitNumber), id: keyId },
  }),
  listContacts: ofUnit,
  requestContactConfirmation: ({ unit }) => ({
    params: { unitNumber: unit.id },
    body: { number: '+14155552671' },
  }),
  listUnitIngredients: (at) => ({ params: { ...ofVenue(at).params, ...ofUnit(at).params } }),
  updateUnitInventory: (at) => ({ ...ofUnit(at), body: { updatedInventory: [[at.unit.rum, {}]] } }),
  listIngredientSales: (at) => ({ ...ofVenue(at), body: { ingredients: [at.unit.rum] } }),
  listIngredients: ofVenue,
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
  reactivateIngredient: ({ unit }) => ({ params: { id: unit.rum }, body: { unitId: unit.id } }),
  restoreIngredient: ({ unit }) => ({
    params: { unitNumber: String(unit.unitNumber), ingredientId: unit.rum },
    body: { venueName: 'Theirs Bar' },
  }),
  getVenueWithDrinks: ofVenue,
  getUnitMenu: ofUnit,
  sendHeartbeat: (at) => ({ ...ofUnit(at), body: {} }),
  getUnitContact: ofUnit,
  startMaintenance: (at) => ({ ...ofUnit(at), body: {} }),
  endMaintenance: ofUnit,
  getUnitHistory: ofUnit,
  getPositionHealth: (at) => ({
    ...ofUnit(at),
    query: { ...juneWeek, timezone: 'America/New_York' },
  }),
  listTwins: ofVenue,
  createDrink: ({ owner, unit }) => ({
    body: { name: 'x', price: 1, ingredients: [unit.rum], venueId: owner.venueId },
  }),
  listDrinks: ofVenue,
  reorderDrinks: ({ unit }) => ({
    body: [{ id: unit.cubaLibre, ranking: { current: 0, previous: 0 } }],
  }),
  updateDrink: ({ unit }) => ({ params: { id: unit.cubaLibre }, body: { name: 'x' } }),
  updateVenueDrink: ({ owner, unit }) => ({
    params: { venueId: owner.venueId, drinkId: unit.cubaLibre },
    body: { name: 'x' },
  }),
  deleteDrink: ofVenueDrink,
  undeleteDrink: ofVenueDrink,
  changePrices: ({ owner, unit }) => ({
    params: { venueId: owner.venueId },
    body: { drinks: [{ id: unit.cubaLibre, price: 9 }], preview: true },
  }),
  rehearsePrices: (at) => ({
    ...ofVenue(at),
    body: { drinks: [{ id: at.unit.cubaLibre, price: 9 }] },
  }),
  listPriceChanges: ofVenue,
  undoPriceChange: ({ owner, priceChangeId }) => ({
    params: { venueId: owner.venueId, id: priceChangeId },
  }),
  copySetup: ({ unit }) => ({
    body: { from: unit.id, to: [unit.id], parts: ['drinks'], preview: true },
  }),
  listCopies: ofVenue,
  listSetupTemplates: ofVenue,
  createSetupTemplate: (at) => ({
    ...ofVenue(at),
    body: { name: 'Taken over', from: at.unit.id },
  }),
  deleteSetupTemplate: ({ owner: { venueId }, templateId }) => ({
    params: { venueId, templateId },
  }),
  undoCopy: ({ copyId }) => ({ params: { copyId } }),
  listPricePlans: ofVenue,
  listEffectivePrices: ofVenue,
  createPricePlan: ({ owner, unit }) => ({
    params: { venueId: owner.venueId },
    body: { ...happyHour, drinkIds: [unit.cubaLibre], preview: true },
  }),
  updatePricePlan: (at) => ({ ...ofPricePlan(at), body: { priority: 1 } }),
  deletePricePlan: ofPricePlan,
  listMenuCategories: ofVenue,
  createMenuCategory: ({ owner, unit }) => ({
    params: { venueId: owner.venueId },
    body: { name: 'Brunch', drinkIds: [unit.cubaLibre] },
  }),
  updateMenuCategory: (at) => ({ ...ofMenuCategory(at), body: { name: 'Late night' } }),
  deleteMenuCategory: ofMenuCategory,
  createOrder: ({ unit }) => ({ body: { unitNumber: unit.unitNumber, ingredients: [unit.rum] } }),
  getOrder: ({ orderId }) => ({ params: { id: orderId } }),
  updateOrder: ({ orderId }) => ({ params: { id: orderId }, body: { duration: 1 } }),
  listOrders: null,
  listRefusedSales: ofVenue,
  settleRefusedSale: ({ refusedSaleId }) => ({
    params: { id: refusedSaleId },
    body: { action: 'dismiss' },
  }),
  listIssues: ofVenue,
  listCases: ofVenue,
  getCaseSummary: ofVenue,
  resolveCase: ({ caseId }) => ({ params: { id: caseId }, body: { resolution: 'remade' } }),
  resolveCases: (at) => ({ ...ofVenue(at), body: { ids: [at.caseId], resolution: 'remade' } }),
  getCaseLedger: (at) => ({
    ...ofVenue(at),
    query: { from: '2026-06-01', to: '2026-06-07', timezone: 'America/New_York' },
  }),
  getRefundPolicy: ofVenue,
  updateRefundPolicy: (at) => ({
    ...ofVenue(at),
    body: { policy: 'nothing_poured', delayMinutes: 10, cap: 100 },
  }),
  refundDrinks: ({ orderId }) => ({ params: { orderId }, query: { drinkIndexes: '0' } }),
  // Of the caller.
  getRefundLimit: null,
  diagnosePouringFailure: ofSoldDrink,
  diagnoseComplimentary: ofSoldDrink,
  handleStripeWebhook: null,
  getSalesReport: ({ owner }) => ({ query: { venueId: owner.venueId, ...range } }),
  downloadSalesCsv: ({ owner }) => ({ query: { venueId: owner.venueId, ...range } }),
  getDrinkStatistics: ({ owner }) => ({ query: { venueId: owner.venueId, ...range } }),
  getSeries: ({ owner }) => ({
    query: { venueId: owner.venueId, ...juneWeek, timezone: 'UTC', measure: 'gross' },
  }),
  getHeatMap: ({ owner }) => ({
    query: { venueId: owner.venueId, ...juneWeek, timezone: 'UTC' },
  }),
  getMix: ({ owner }) => ({ query: { venueId: owner.venueId, ...juneWeek, timezone: 'UTC' } }),
  getBreakdown: ({ owner }) => ({
    query: { venueId: owner.venueId, ...juneWeek, timezone: 'UTC', by: 'drink' },
  }),
  compareVenues: ({ owner }) => ({
    query: { ownerId: owner.userId, ...juneWeek },
  }),
  listSalesOfVenues: ({ owner }) => ({
    query: { ownerId: owner.userId, ...juneWeek },
  }),
  listUnitsOfVenues: ({ owner }) => ({ query: { ownerId: owner.userId } }),
  searchAll: ({ owner }) => ({ query: { q: 'rum', ownerId: owner.userId } }),
  downloadVenuesCsv: ({ owner }) => ({
    query: { ownerId: owner.userId, ...juneWeek },
  }),
  compareSales: ({ owner }) => ({
    query: {
      venueId: owner.venueId,
      ...juneWeek,
      timezone: 'America/New_York',
      against: 'weekday',
    },
  }),
  mailSalesReport: ({ owner }) => ({ body: { venueId: owner.venueId, ...range } }),
  // Of the caller's own account.
  listReportViews: null,
  createReportView: ({ owner }) => ({
    body: { venueId: owner.venueId, name: 'By drink', by: 'drink', span: 'days7' },
  }),
  updateReportView: null,
  deleteReportView: null,
  listReportSubscriptions: null,
  createReportSubscription: ({ owner }) => ({
    body: { venueId: owner.venueId, timezone: 'America/New_York' },
  }),
  updateReportSubscription: null,
  deleteReportSubscription: null,
  previewReportSubscription: null,
  sendReportSubscription: null,
  // Who has the token received the mail.
  unsubscribeReport: null,
  // Renderings belong to super admins; no owner has any.
  listRenderings: null,
  createRendering: null,
  deleteRendering: null,
  restoreRendering: null,
  listImports: ofVenue,
  previewImport: ofVenue,
  startImport: ofVenue,
  downloadRejectedLines: ({ owner, importId }) => ({
    params: { venueId: owner.venueId, id: importId },
  }),
  takeBackImport: ({ owner, importId }) => ({ params: { venueId: owner.venueId, id: importId } }),
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
  listAudit: ofOwner,
  downloadAuditCsv: ofOwner,
  getVersion: null,
  getSupport: null,
};

/** URL of an endpoint for a target. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: RequestTarget): string {
  const path = endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => params[name] ?? 'nothing',
  );
  return `${path}?${new URLSearchParams(query).toString()}`;
}
