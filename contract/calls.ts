/** Every call of the API by name. */
import * as audit from './audit.ts';
import * as drinks from './drinks.ts';
import * as flags from './flags.ts';
import * as ingredients from './ingredients.ts';
import * as orders from './orders.ts';
import * as owners from './owners.ts';
import * as renderings from './renderings.ts';
import * as reports from './reports.ts';
import * as settings from './settings.ts';
import * as units from './units.ts';
import * as users from './users.ts';
import * as venues from './venues.ts';
import * as version from './version.ts';

const { register, login, logout } = users;
const { listOwners, getOwner, updateOwner } = owners;
const {
  listVenues,
  createVenue,
  updateVenue,
  getVenue,
  getVenueAlone,
  getVenueWithDrinks,
  listIngredientSales,
  getVenueOverview,
} = venues;
const {
  listUnits,
  listUnitIngredients,
  createUnit,
  updateUnit,
  updateUnitDetails,
  updateUnitInventory,
  deleteUnit,
} = units;
const { getStripeReader, listUnitKeys, createUnitKey, revokeUnitKey } = units;
const { listIngredients, listPositions, getIngredient, createIngredient, updateIngredient } =
  ingredients;
const { deactivateIngredient, restoreIngredient } = ingredients;
const { createDrink, reorderDrinks, updateDrink, listDrinks, updateVenueDrink, deleteDrink } =
  drinks;
const {
  createOrder,
  updateOrder,
  listOrders,
  refundDrinks,
  diagnosePouringFailure,
  diagnoseComplimentary,
} = orders;
const { getSalesReport, downloadSalesCsv, getDrinkStatistics } = reports;
const { listRenderings, createRendering, deleteRendering } = renderings;
const { getSettings, updateSetting, getTerms, updateTerms } = settings;
const { getFlags, setFlag } = flags;
const { listAudit, downloadAuditCsv } = audit;
const { getVersion } = version;

/** In the order of the nouns: users owners venues units ingredients drinks orders reports renderings settings flags version. */
export const calls = {
  register,
  login,
  logout,
  listOwners,
  getOwner,
  updateOwner,
  listVenues,
  createVenue,
  updateVenue,
  getVenue,
  getVenueAlone,
  getVenueWithDrinks,
  listIngredientSales,
  getVenueOverview,
  listUnits,
  listUnitIngredients,
  createUnit,
  updateUnit,
  updateUnitDetails,
  updateUnitInventory,
  deleteUnit,
  getStripeReader,
  listUnitKeys,
  createUnitKey,
  revokeUnitKey,
  listIngredients,
  listPositions,
  getIngredient,
  createIngredient,
  updateIngredient,
  deactivateIngredient,
  restoreIngredient,
  createDrink,
  reorderDrinks,
  updateDrink,
  listDrinks,
  updateVenueDrink,
  deleteDrink,
  createOrder,
  updateOrder,
  listOrders,
  refundDrinks,
  diagnosePouringFailure,
  diagnoseComplimentary,
  getSalesReport,
  downloadSalesCsv,
  getDrinkStatistics,
  listRenderings,
  createRendering,
  deleteRendering,
  getSettings,
  updateSetting,
  getTerms,
  updateTerms,
  getFlags,
  setFlag,
  listAudit,
  downloadAuditCsv,
  getVersion,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
