/** All API endpoints by name: each `defineEndpoint` that a module of the contract exports. A new module is added here. */
import * as alerts from './alerts.ts';
import * as audit from './audit.ts';
import * as cases from './cases.ts';
import * as accounting from './accounting.ts';
import * as certificates from './certificates.ts';
import * as charts from './charts.ts';
import * as comparisons from './comparisons.ts';
import * as copies from './copies.ts';
import * as costs from './costs.ts';
import * as loss from './loss.ts';
import * as positionHealth from './position-health.ts';
import * as margins from './margins.ts';
import * as drinks from './drinks.ts';
import * as events from './events.ts';
import * as rawExports from './exports.ts';
import * as firstAccount from './first-account.ts';
import * as flags from './flags.ts';
import * as fleet from './fleet.ts';
import * as fleetTickets from './fleet-tickets.ts';
import * as imports from './imports.ts';
import * as deliveries from './deliveries.ts';
import * as stockCounts from './stock-counts.ts';
import * as stockOrders from './stock-orders.ts';
import * as menuCategories from './menu-categories.ts';
import * as pricePlans from './price-plans.ts';
import * as priceRehearsal from './price-rehearsal.ts';
import * as prices from './prices.ts';
import * as ingredients from './ingredients.ts';
import * as issues from './issues.ts';
import * as live from './live.ts';
import * as nights from './nights.ts';
import * as orders from './orders.ts';
import * as owners from './owners.ts';
import * as people from './people.ts';
import * as recipients from './recipients.ts';
import * as refunds from './refunds.ts';
import * as renderings from './renderings.ts';
import * as reportSubscriptions from './report-subscriptions.ts';
import * as reportViews from './report-views.ts';
import * as reports from './reports.ts';
import * as search from './search.ts';
import * as settings from './settings.ts';
import * as signIn from './sign-in.ts';
import * as stock from './stock.ts';
import * as tokens from './tokens.ts';
import * as unitChanges from './unit-changes.ts';
import * as unitHealth from './unit-health.ts';
import * as units from './units.ts';
import * as unitsOfVenues from './units-of-venues.ts';
import * as users from './users.ts';
import * as venueComparison from './venue-comparison.ts';
import * as venues from './venues.ts';
import * as webhooks from './webhooks.ts';
import type { BodyOf, Endpoint, ResponseOf } from './endpoint.ts';

const exported = {
  ...alerts,
  ...audit,
  ...cases,
  ...accounting,
  ...certificates,
  ...events,
  ...rawExports,
  ...charts,
  ...comparisons,
  ...copies,
  ...costs,
  ...loss,
  ...margins,
  ...positionHealth,
  ...drinks,
  ...firstAccount,
  ...flags,
  ...fleet,
  ...fleetTickets,
  ...imports,
  ...stockCounts,
  ...deliveries,
  ...stockOrders,
  ...menuCategories,
  ...pricePlans,
  ...priceRehearsal,
  ...prices,
  ...ingredients,
  ...issues,
  ...live,
  ...nights,
  ...orders,
  ...owners,
  ...people,
  ...recipients,
  ...refunds,
  ...renderings,
  ...reportSubscriptions,
  ...reportViews,
  ...reports,
  ...search,
  ...settings,
  ...signIn,
  ...stock,
  ...tokens,
  ...unitChanges,
  ...unitHealth,
  ...units,
  ...unitsOfVenues,
  ...users,
  ...venueComparison,
  ...venues,
  ...webhooks,
};

type EndpointsIn<M> = { [N in keyof M as M[N] extends Endpoint ? N : never]: M[N] };

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const order = ({ path, method }: Endpoint): string => `${path} ${method}`;

function pickEndpoints<M extends object>(modules: M): EndpointsIn<M>;
function pickEndpoints(modules: object): object {
  const picked = Object.entries<unknown>({ ...modules }).filter(
    (entry): entry is [string, Endpoint] => isEndpoint(entry[1]),
  );
  return Object.fromEntries(picked.sort(([, a], [, b]) => order(a).localeCompare(order(b), 'en')));
}

/** Sorted by path and method, which is their order in the API document. */
export const endpoints = pickEndpoints(exported);

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** Any success response of the endpoint of this name. */
export type EndpointResponse<Name extends EndpointName> = ResponseOf<Endpoints[Name]>;

/** Parsed body of the endpoint of this name. */
export type EndpointBody<Name extends EndpointName> = BodyOf<Endpoints[Name]>;
