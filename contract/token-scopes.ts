/** Endpoints that access tokens may use, by the scope that each needs. They may use no others. */
import { type TokenScope, tokenScopes } from '../rules/permissions/token-scopes.ts';
import type { Endpoint } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints.ts';

const names: Readonly<Record<TokenScope | 'any', readonly EndpointName[]>> = {
  any: ['getToken', 'getVenueAlone', 'listUnits'],
  'sales:read': ['listOrders', 'getOrder', 'listCases', 'getCaseSummary', 'listRefusedSales'],
  'stock:read': [
    'listIngredients',
    'listUnitIngredients',
    'getIngredient',
    'listPositions',
    'listUnitMovements',
    'getRefillList',
    'getStockForecast',
    'getStock',
    'getStockCount',
    'listNotices',
  ],
  'stock:write': [
    'refillPositions',
    'countStock',
    'discardStock',
    'restoreIngredient',
    'startStockCount',
    'addCountLines',
    'endStockCount',
    'discardStockCount',
  ],
  'menu:read': [
    'getVenueWithDrinks',
    'listDrinks',
    'getUnitMenu',
    'listEffectivePrices',
    'listMenuCategories',
  ],
  'menu:write': [
    'createDrink',
    'updateDrink',
    'reorderDrinks',
    'updateVenueDrink',
    'deleteDrink',
    'undeleteDrink',
    'changePrices',
    'listPriceChanges',
    'undoPriceChange',
    'listPricePlans',
    'createPricePlan',
    'updatePricePlan',
    'deletePricePlan',
    'createMenuCategory',
    'updateMenuCategory',
    'deleteMenuCategory',
  ],
  'cases:write': ['resolveCase', 'resolveCases'],
  'reports:read': [
    'getSalesReport',
    'downloadSalesCsv',
    'downloadRows',
    'getDrinkStatistics',
    'getBreakdown',
    'compareSales',
    'getHeatMap',
    'getMix',
    'getSeries',
    'compareVenues',
    'listSalesOfVenues',
    'downloadVenuesCsv',
    'getCaseLedger',
    'getClock',
    'getHours',
    'listNights',
    'listCertificates',
    'getCertificate',
    'verifyCertificate',
    'getJournal',
    'listJournalNights',
    'downloadJournalEntries',
    'getJournalAccounts',
  ],
};

/** Of each endpoint that access tokens may use; `any` where every token may. */
export const scopeOfEndpoint: ReadonlyMap<Endpoint, TokenScope | 'any'> = new Map(
  (['any', ...tokenScopes] as const).flatMap((scope) =>
    names[scope].map((name) => [endpoints[name], scope] as const),
  ),
);
