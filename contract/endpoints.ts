/** All API endpoints by name. */
import * as acting from './acting.ts';
import * as alerts from './alerts.ts';
import * as pushSubscriptions from './push-subscriptions.ts';
import * as audit from './audit.ts';
import * as comparisons from './comparisons.ts';
import * as confirmations from './confirmations.ts';
import * as contacts from './contacts.ts';
import * as diagnosis from './diagnosis.ts';
import * as discards from './discards.ts';
import * as drinks from './drinks.ts';
import * as files from './files.ts';
import * as flags from './flags.ts';
import * as identity from './identity.ts';
import * as ingredients from './ingredients.ts';
import * as live from './live.ts';
import * as memberships from './memberships.ts';
import * as menuLoss from './menu-loss.ts';
import * as nights from './nights.ts';
import * as orderDetails from './order-detail.ts';
import * as orders from './orders.ts';
import * as owners from './owners.ts';
import * as people from './people.ts';
import * as profile from './profile.ts';
import * as passwords from './passwords.ts';
import * as cases from './cases.ts';
import * as stockMovements from './stock-movements.ts';
import * as refills from './refills.ts';
import * as refunds from './refunds.ts';
import * as refusedSales from './refused-sales.ts';
import * as renderings from './renderings.ts';
import * as reports from './reports.ts';
import * as reportSubscriptions from './report-subscriptions.ts';
import * as passkeys from './passkeys.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as stockForecast from './stock-forecast.ts';
import * as unitContact from './unit-contact.ts';
import * as unitHealth from './unit-health.ts';
import * as unitKeys from './unit-keys.ts';
import * as unitStrips from './unit-strips.ts';
import * as unitMenu from './unit-menu.ts';
import * as units from './units.ts';
import * as users from './users.ts';
import * as venues from './venues.ts';
import * as version from './version.ts';
import * as walls from './walls.ts';

/**
 * Ordered by resource: users people owners venues units ingredients drinks orders reports renderings settings flags version.
 */
export const endpoints = {
  register: users.register,
  login: users.login,
  renewSession: users.renewSession,
  logout: users.logout,
  verifySecondFactor: secondFactor.verifySecondFactor,
  getSecondFactor: secondFactor.getSecondFactor,
  startTotp: secondFactor.startTotp,
  confirmTotp: secondFactor.confirmTotp,
  removeTotp: secondFactor.removeTotp,
  startPasskeySignIn: passkeys.startPasskeySignIn,
  verifyPasskey: passkeys.verifyPasskey,
  listPasskeys: passkeys.listPasskeys,
  startPasskey: passkeys.startPasskey,
  confirmPasskey: passkeys.confirmPasskey,
  updatePasskey: passkeys.updatePasskey,
  removePasskey: passkeys.removePasskey,
  startIdentityCheck: identity.startIdentityCheck,
  confirmIdentity: identity.confirmIdentity,
  requestPasswordReset: passwords.requestPasswordReset,
  resetPassword: passwords.resetPassword,
  changePassword: passwords.changePassword,
  updateProfile: profile.updateProfile,
  acceptNewEmail: profile.acceptNewEmail,
  listSessions: sessions.listSessions,
  endSession: sessions.endSession,
  endOtherSessions: sessions.endOtherSessions,
  requestEmailConfirmation: confirmations.requestEmailConfirmation,
  getConfirmation: confirmations.getConfirmation,
  acceptConfirmation: confirmations.acceptConfirmation,
  declineConfirmation: confirmations.declineConfirmation,
  listMemberships: memberships.listMemberships,
  listPeople: people.listPeople,
  invitePerson: people.invitePerson,
  updatePerson: people.updatePerson,
  removePerson: people.removePerson,
  updateRoleSettings: people.updateRoleSettings,
  getInvitation: people.getInvitation,
  acceptInvitation: people.acceptInvitation,
  listOwners: owners.listOwners,
  getOwner: owners.getOwner,
  updateOwner: owners.updateOwner,
  startActing: acting.startActing,
  stopActing: acting.stopActing,
  listVenues: venues.listVenues,
  createVenue: venues.createVenue,
  updateVenue: venues.updateVenue,
  getVenue: venues.getVenue,
  getVenueAlone: venues.getVenueAlone,
  getVenueWithDrinks: venues.getVenueWithDrinks,
  listIngredientSales: venues.listIngredientSales,
  getVenueOverview: venues.getVenueOverview,
  getVenueHealth: unitHealth.getVenueHealth,
  listUnitStrips: unitStrips.listUnitStrips,
  getLiveNight: live.getLiveNight,
  listWalls: walls.listWalls,
  createWall: walls.createWall,
  revokeWall: walls.revokeWall,
  getWallNight: walls.getWallNight,
  listNotices: venues.listNotices,
  listAlerts: alerts.listAlerts,
  getAlertSummary: alerts.getAlertSummary,
  getAlert: alerts.getAlert,
  updateAlert: alerts.updateAlert,
  updateDuty: alerts.updateDuty,
  getAlertSettings: alerts.getAlertSettings,
  updateAlertSettings: alerts.updateAlertSettings,
  previewAlertSettings: alerts.previewAlertSettings,
  listPushSubscriptions: pushSubscriptions.listPushSubscriptions,
  createPushSubscription: pushSubscriptions.createPushSubscription,
  deletePushSubscription: pushSubscriptions.deletePushSubscription,
  sendTestPush: pushSubscriptions.sendTestPush,
  getClock: nights.getClock,
  updateClock: nights.updateClock,
  getHours: nights.getHours,
  updateHours: nights.updateHours,
  listNights: nights.listNights,
  updateNight: nights.updateNight,
  listUnits: units.listUnits,
  listUnitIngredients: units.listUnitIngredients,
  createUnit: units.createUnit,
  updateUnit: units.updateUnit,
  updateUnitDetails: units.updateUnitDetails,
  updateUnitInventory: units.updateUnitInventory,
  deleteUnit: units.deleteUnit,
  getStripeReader: units.getStripeReader,
  getUnitMenu: unitMenu.getUnitMenu,
  sendHeartbeat: unitContact.sendHeartbeat,
  getUnitContact: unitContact.getUnitContact,
  beginService: unitHealth.beginService,
  endService: unitHealth.endService,
  getUnitHistory: unitStrips.getUnitHistory,
  listUnitKeys: unitKeys.listUnitKeys,
  createUnitKey: unitKeys.createUnitKey,
  revokeUnitKey: unitKeys.revokeUnitKey,
  listContacts: contacts.listContacts,
  requestContactConfirmation: contacts.requestContactConfirmation,
  listIngredients: ingredients.listIngredients,
  listPositions: ingredients.listPositions,
  getIngredient: ingredients.getIngredient,
  createIngredient: ingredients.createIngredient,
  updateIngredient: ingredients.updateIngredient,
  deactivateIngredient: ingredients.deactivateIngredient,
  reactivateIngredient: ingredients.reactivateIngredient,
  restoreIngredient: ingredients.restoreIngredient,
  createUpload: files.createUpload,
  createDrink: drinks.createDrink,
  reorderDrinks: drinks.reorderDrinks,
  updateDrink: drinks.updateDrink,
  listDrinks: drinks.listDrinks,
  updateVenueDrink: drinks.updateVenueDrink,
  deleteDrink: drinks.deleteDrink,
  undeleteDrink: drinks.undeleteDrink,
  getMenuLoss: menuLoss.getMenuLoss,
  getStockForecast: stockForecast.getStockForecast,
  getRefillList: refills.getRefillList,
  refillPositions: refills.refillPositions,
  updateRefillPlan: refills.updateRefillPlan,
  discardStock: discards.discardStock,
  listUnitMovements: stockMovements.listUnitMovements,
  listCases: cases.listCases,
  getCaseSummary: cases.getCaseSummary,
  resolveCase: cases.resolveCase,
  resolveCases: cases.resolveCases,
  getCaseLedger: cases.getCaseLedger,
  getRefundPolicy: cases.getRefundPolicy,
  updateRefundPolicy: cases.updateRefundPolicy,
  listRefusedSales: refusedSales.listRefusedSales,
  settleRefusedSale: refusedSales.settleRefusedSale,
  createOrder: orders.createOrder,
  getOrder: orderDetails.getOrder,
  updateOrder: orders.updateOrder,
  listOrders: orders.listOrders,
  refundDrinks: refunds.refundDrinks,
  getRefundLimit: refunds.getRefundLimit,
  diagnosePouringFailure: diagnosis.diagnosePouringFailure,
  diagnoseComplimentary: diagnosis.diagnoseComplimentary,
  handleStripeWebhook: refunds.handleStripeWebhook,
  getSalesReport: reports.getSalesReport,
  downloadSalesCsv: reports.downloadSalesCsv,
  mailSalesReport: reports.mailSalesReport,
  listReportSubscriptions: reportSubscriptions.listReportSubscriptions,
  createReportSubscription: reportSubscriptions.createReportSubscription,
  updateReportSubscription: reportSubscriptions.updateReportSubscription,
  deleteReportSubscription: reportSubscriptions.deleteReportSubscription,
  previewReportSubscription: reportSubscriptions.previewReportSubscription,
  sendReportSubscription: reportSubscriptions.sendReportSubscription,
  unsubscribeReport: reportSubscriptions.unsubscribeReport,
  getDrinkStatistics: reports.getDrinkStatistics,
  compareSales: comparisons.compareSales,
  listRenderings: renderings.listRenderings,
  createRendering: renderings.createRendering,
  deleteRendering: renderings.deleteRendering,
  restoreRendering: renderings.restoreRendering,
  getSettings: settings.getSettings,
  updateSetting: settings.updateSetting,
  getTerms: settings.getTerms,
  updateTerms: settings.updateTerms,
  getFlags: flags.getFlags,
  setFlag: flags.setFlag,
  listAudit: audit.listAudit,
  downloadAuditCsv: audit.downloadAuditCsv,
  getVersion: version.getVersion,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
