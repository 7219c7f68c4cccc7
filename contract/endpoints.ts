/** All API endpoints by name: each `defineEndpoint` that a module of the contract exports. A new module is added here. */
import * as acting from './acting.ts';
import * as alerts from './alerts.ts';
import * as audit from './audit.ts';
import * as cases from './cases.ts';
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
import * as orderDetail from './order-detail.ts';
import * as orders from './orders.ts';
import * as owners from './owners.ts';
import * as passkeys from './passkeys.ts';
import * as passwords from './passwords.ts';
import * as people from './people.ts';
import * as profile from './profile.ts';
import * as pushSubscriptions from './push-subscriptions.ts';
import * as refills from './refills.ts';
import * as refunds from './refunds.ts';
import * as refusedSales from './refused-sales.ts';
import * as renderings from './renderings.ts';
import * as reportSubscriptions from './report-subscriptions.ts';
import * as reports from './reports.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as stockForecast from './stock-forecast.ts';
import * as stockMovements from './stock-movements.ts';
import * as unitContact from './unit-contact.ts';
import * as unitHealth from './unit-health.ts';
import * as unitKeys from './unit-keys.ts';
import * as unitMenu from './unit-menu.ts';
import * as unitStrips from './unit-strips.ts';
import * as units from './units.ts';
import * as users from './users.ts';
import * as venues from './venues.ts';
import * as version from './version.ts';
import * as walls from './walls.ts';
import type { Endpoint } from './endpoint.ts';

const exported = {
  ...acting,
  ...alerts,
  ...audit,
  ...cases,
  ...comparisons,
  ...confirmations,
  ...contacts,
  ...diagnosis,
  ...discards,
  ...drinks,
  ...files,
  ...flags,
  ...identity,
  ...ingredients,
  ...live,
  ...memberships,
  ...menuLoss,
  ...nights,
  ...orderDetail,
  ...orders,
  ...owners,
  ...passkeys,
  ...passwords,
  ...people,
  ...profile,
  ...pushSubscriptions,
  ...refills,
  ...refunds,
  ...refusedSales,
  ...renderings,
  ...reportSubscriptions,
  ...reports,
  ...secondFactor,
  ...sessions,
  ...settings,
  ...stockForecast,
  ...stockMovements,
  ...unitContact,
  ...unitHealth,
  ...unitKeys,
  ...unitMenu,
  ...unitStrips,
  ...units,
  ...users,
  ...venues,
  ...version,
  ...walls,
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
