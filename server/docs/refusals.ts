/** Error statuses of each endpoint. */
import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointName } from '../../contract/endpoints.ts';

/**
 * Statuses that only the command behind an endpoint knows, in addition to those derived from the endpoint's
 * description.
 */
const ownRefusals: { readonly [name in EndpointName]?: readonly number[] } = {
  register: [429],
  login: [403, 429],
  verifySecondFactor: [403, 429],
  startTotp: [404, 409, 429],
  confirmTotp: [404, 409, 429],
  removeTotp: [404, 429],
  startPasskeySignIn: [429],
  verifyPasskey: [403, 429],
  startPasskey: [404, 409, 429],
  confirmPasskey: [409, 429],
  updatePasskey: [404],
  removePasskey: [404, 429],
  startIdentityCheck: [429],
  confirmIdentity: [404, 429],
  requestPasswordReset: [429],
  resetPassword: [403, 404, 410, 429],
  changePassword: [404, 429],
  updateProfile: [404, 429],
  acceptNewEmail: [403, 404, 409, 410, 429],
  listPeople: [404],
  invitePerson: [404, 422, 429],
  updatePerson: [409],
  removePerson: [409],
  updateRoleSettings: [404, 409],
  getInvitation: [404, 410, 429],
  acceptInvitation: [403, 404, 409, 410, 429],
  requestEmailConfirmation: [409, 429],
  getConfirmation: [404, 410, 429],
  acceptConfirmation: [404, 410, 429],
  declineConfirmation: [404, 410, 429],
  startActing: [404, 429],
  listVenues: [422],
  getVenueWithDrinks: [422],
  createVenue: [404, 422],
  updateNight: [409],
  listUnits: [422],
  listIngredients: [422],
  listUnitIngredients: [422],
  listDrinks: [422],
  createUnit: [422],
  createUnitKey: [422],
  updateVenue: [409],
  updateUnit: [409],
  updateUnitDetails: [409],
  requestContactConfirmation: [409, 429],
  createIngredient: [404, 409, 422],
  updateIngredient: [409],
  reactivateIngredient: [409],
  restoreIngredient: [409],
  createUpload: [404, 422, 429],
  createDrink: [404, 409, 422],
  reorderDrinks: [404, 409],
  updateUnitInventory: [409],
  updateDrink: [409],
  updateVenueDrink: [409],
  undeleteDrink: [409, 422],
  createOrder: [404, 422],
  createReportSubscription: [404, 409],
  createPushSubscription: [409],
  sendTestPush: [429],
  sendReportSubscription: [409, 429],
  settleRefusedSale: [409],
  updateAlert: [409],
  refillPositions: [409],
  discardStock: [409],
  updateOrder: [409],
  refundDrinks: [402, 409, 422, 504],
  getSalesReport: [404, 429],
  downloadSalesCsv: [404, 413, 429],
  mailSalesReport: [404, 409, 429],
  getDrinkStatistics: [404, 429],
  compareSales: [404, 429],
  getLiveNight: [429],
  createWall: [409],
  getWallNight: [429],
  createRendering: [404, 409, 422],
  getTerms: [404],
  updateTerms: [404],
  getFlags: [404],
  setFlag: [404, 409],
  listAudit: [404],
  downloadAuditCsv: [404],
};

/**
 * Possible everywhere: malformed requests, expired tokens, too many headers; internal errors, no database, a full
 * disk.
 */
const everywhere = [400, 401, 431, 500, 503, 507];

/** Returns the statuses in ascending order, without duplicates. */
export function refusalsOf(name: string, endpoint: Endpoint): number[] {
  const statuses = new Set([
    ...everywhere,
    ...(endpoint.access === 'anyone' ? [] : [403]),
    ...(endpoint.params ? [404] : []),
    // A body that is late, too large, or of an unsupported type.
    ...(endpoint.method === 'GET' ? [] : [408, 413, 415]),
    ...Object.entries(ownRefusals).flatMap(([known, own]) => (known === name ? own : [])),
  ]);
  return [...statuses].sort((a, b) => a - b);
}
