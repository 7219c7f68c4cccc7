/** Requests what a screen begins with while its code is still loading: venues, units and ingredients follow on each other. */
import { flagsQuery } from '../api/flags.ts';
import { unitIngredientsQuery } from '../api/ingredients.ts';
import { queryClient } from '../api/endpoint-query.ts';
import { unitsQuery } from '../api/units.ts';
import { venuesQuery } from '../api/venues.ts';
import { paths } from '../paths.ts';
import { effectiveOwnerId, ownerContext } from './owner-context.ts';

/** Screens of one unit. */
const ofUnit: ReadonlySet<string> = new Set([paths.createDrink, paths.createIngredient]);

/**
 * Failures are left to the screen, which requests again what it lacks.
 * @param address of the screen that is opened
 */
export async function startAhead({ pathname, searchParams }: URL): Promise<void> {
  const ownerId = effectiveOwnerId();
  if (ownerId === null) return;
  const venues = queryClient.prefetchQuery(venuesQuery(ownerId));
  if (!ofUnit.has(pathname)) return;
  const chosen = ownerContext();
  const venueId =
    searchParams.get('venue') ?? chosen.venueId ?? (await firstVenue(ownerId, venues));
  if (venueId === undefined) return;
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
