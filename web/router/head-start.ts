/** Requests what a screen begins with while its code is still loading. */
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { endpointQuery, queryClient } from '../api/endpoint-query.ts';
import { flagsQuery } from '../api/flags.ts';
import { issuesQuery } from '../api/issues.ts';
import { unitIngredientsQuery } from '../api/unit-ingredients.ts';
import { unitsQuery } from '../api/units.ts';
import { overviewQuery, venueQuery, venuesQuery } from '../api/venues.ts';
import { guessedTimezone } from '../components/timezone-choice.ts';
import { effectiveOwnerId, ownerContext } from '../context/owner-context.ts';
import { paths } from '../paths.ts';
import { currentSession } from '../session/session.ts';
import { mayOpen } from './admission.ts';

interface Opened {
  readonly venueId: string;
  /** IANA name of the zone of the browser. */
  readonly zone: string;
  /** Last part of the path. */
  readonly name: string;
}

const query = <Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> => queryClient.prefetchQuery(options);

const ofVenue = <const Query>(venueId: string, search: Query) => ({
  params: { venueId },
  query: search,
});

/**
 * Queries that a screen of a venue begins with at its plain address, by its path in the route table: those of web/api,
 * without its modules, which would be part of every first load.
 */
const firstQueries: Readonly<Record<string, (opened: Opened) => readonly Promise<void>[]>> = {
  '/dashboard': ({ venueId, zone }) => [
    query(overviewQuery(venueId, zone)),
    query(unitsQuery(venueId)),
    query(endpointQuery('getStockForecast', ofVenue(venueId, { timezone: zone }))),
  ],
  '/salesreports': ({ venueId, zone }) => [
    query(endpointQuery('getClock', ofVenue(venueId, { timezone: zone }))),
    query(unitsQuery(venueId)),
  ],
  '/drink-menu': ({ venueId }) => [
    query(
      endpointQuery(
        'getVenueWithDrinks',
        ofVenue(venueId, { pagination: { current: 1, size: 10 } }),
      ),
    ),
    query(flagsQuery({ kind: 'venue', key: venueId })),
    query(unitsQuery(venueId)),
  ],
  '/venues/$id': ({ venueId, zone }) => [
    query(venueQuery(venueId)),
    query(unitsQuery(venueId)),
    query(endpointQuery('getClock', ofVenue(venueId, { timezone: zone }))),
    query(endpointQuery('getHours', { params: { venueId } })),
  ],
  '/refill': ({ venueId, zone }) => [
    query(endpointQuery('getRefillList', ofVenue(venueId, { until: 'refill', timezone: zone }))),
  ],
  '/failures': ({ venueId, zone }) => [
    query(endpointQuery('listCases', ofVenue(venueId, { state: 'open' }))),
    query(endpointQuery('getClock', ofVenue(venueId, { timezone: zone }))),
  ],
  '/alerts': ({ venueId, zone }) => [
    query(issuesQuery(venueId)),
    query(endpointQuery('getClock', ofVenue(venueId, { timezone: zone }))),
  ],
  '/units': ({ venueId, zone }) => [
    query(endpointQuery('getVenueHealth', ofVenue(venueId, { timezone: zone }))),
    query(endpointQuery('listUnitStrips', { params: { venueId } })),
  ],
  '/units/$number': ({ venueId, zone, name }) => [
    query(endpointQuery('getVenueHealth', ofVenue(venueId, { timezone: zone }))),
    query(
      endpointQuery('getUnitHistory', {
        params: { unitNumber: name },
        query: { timezone: zone },
      }),
    ),
  ],
};

/** Screens of one unit. */
const ofUnit: ReadonlySet<string> = new Set([paths.createDrink, paths.createIngredient]);

/** Screens whose first requests do not depend on the rest of the address. */
const anySearch: ReadonlySet<string> = new Set(['/salesreports', '/dashboard']);
/** Of the address of a screen that asks for more, such as a later page, only the venues are requested. */
const isPlain = (search: URLSearchParams): boolean =>
  [...search.keys()].every((name) => name === 'venue');

/** Path of the route table: the last part of `/venues/{id}` and `/units/{number}` is a parameter. */
const routeOf = (pathname: string): string =>
  pathname.replace(/^\/venues\/[^/]+$/, '/venues/$id').replace(/^\/units\/\d+$/, '/units/$number');

/**
 * Queries that succeed meanwhile are not sent again when the screen shows. Failures are left to the screen, which requests
 * again what it lacks.
 * @param address of the screen that is opened
 */
export async function startAhead({ pathname, searchParams }: URL): Promise<void> {
  const ownerId = effectiveOwnerId();
  const session = currentSession();
  if (ownerId === null || session === null) return;
  const venues = queryClient.prefetchQuery(venuesQuery(ownerId));
  const route = routeOf(pathname);
  if (!mayOpen(session.claims, route)) return;
  const first = firstQueries[route];
  if (!first && !ofUnit.has(pathname)) return;
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const chosen = ownerContext();
  const venueId =
    (route === '/venues/$id' ? name : searchParams.get('venue')) ??
    chosen.venueId ??
    (await firstVenue(ownerId, venues));
  if (venueId === undefined) return;
  if (first) {
    const zone = guessedTimezone().timezone;
    const isKnown = anySearch.has(route) || isPlain(searchParams);
    if (isKnown) await Promise.all(first({ venueId, zone, name }));
    return;
  }
  void queryClient.prefetchQuery(flagsQuery({ kind: 'venue', key: venueId }));
  const units = queryClient.prefetchQuery(unitsQuery(venueId));
  const last = chosen.venueId === venueId ? chosen.unitNumber : null;
  const unit = addressed(searchParams.get('unit')) ?? last ?? (await firstUnit(venueId, units));
  if (unit === undefined) return;
  void queryClient.prefetchQuery(flagsQuery({ kind: 'unit', key: String(unit) }));
  await queryClient.prefetchQuery(unitIngredientsQuery(venueId, unit));
  if (pathname === paths.createDrink) requestPictures(venueId, unit);
}

/** Cards that fit on a large screen. */
const firstCards = 12;

/** They are held until the cards show them, or else the browser might request them again. */
const pictures: HTMLImageElement[] = [];

/** Requests the pictures of the first cards, while the cards are still being rendered. */
function requestPictures(venueId: string, unit: number): void {
  const ingredients = queryClient.getQueryData(unitIngredientsQuery(venueId, unit).queryKey) ?? [];
  for (const { imageURL } of ingredients.slice(0, firstCards)) {
    if (imageURL === '') continue;
    const picture = new Image();
    picture.src = `/files/${imageURL}`;
    pictures.push(picture);
  }
}

const addressed = (unit: string | null): number | null =>
  unit !== null && /^\d{1,15}$/.test(unit) ? Number(unit) : null;

async function firstVenue(ownerId: string, known: Promise<void>): Promise<string | undefined> {
  await known;
  return Object.keys(queryClient.getQueryData(venuesQuery(ownerId).queryKey) ?? {})[0];
}

async function firstUnit(venueId: string, known: Promise<void>): Promise<number | undefined> {
  await known;
  return queryClient.getQueryData(unitsQuery(venueId).queryKey)?.[0]?.unitNumber;
}
