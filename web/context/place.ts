/** Venue and unit in the address of a screen. They take precedence over the ones of the tab. */
import { createContext, useContext } from 'react';
import { paths } from '../paths.ts';
import { selectUnit, selectVenue } from './owner-context.ts';

/**
 * Part of the address that names the venue:
 * - venue: `?venue=`
 * - unit: `?venue=` and `?unit=`
 * - lookup: `?venue=` among other parameters that the screen writes itself
 * - path: the id in the path
 */
export type PlaceKind = 'venue' | 'unit' | 'lookup' | 'path';

export interface PlaceAddress {
  readonly kind: PlaceKind | undefined;
  readonly venueId: string | undefined;
  readonly unitNumber: number | undefined;
  /** Path and search of the screen. */
  readonly pathname: string;
  readonly search: Readonly<Record<string, string | undefined>>;
}

export interface Place extends PlaceAddress {
  /** Shows another venue on this screen. */
  readonly chooseVenue: (venueId: string) => void;
  /** Shows another unit of the venue on this screen. */
  readonly chooseUnit: (unitNumber: number) => void;
}

/** Parameters that hold for another venue too. */
const general: ReadonlySet<string> = new Set(['from', 'to', 'timezone', 'days', 'tab', 'size']);

/** Address of the same screen with another venue or unit; another unit keeps all other parameters. */
export function addressAt(at: PlaceAddress, venueId: string, unitNumber?: number): string {
  if (at.kind === 'path') return paths.venue(venueId);
  const before = at.search['venue'] ?? venueId;
  const stays = ([name]: [string, unknown]) => venueId === before || general.has(name);
  const search = Object.fromEntries(Object.entries(at.search).filter(stays));
  return paths.at(at.pathname, { ...search, venue: venueId, unit: unitNumber });
}

const nowhere: Place = {
  kind: undefined,
  venueId: undefined,
  unitNumber: undefined,
  pathname: paths.root,
  search: {},
  chooseVenue: selectVenue,
  chooseUnit: selectUnit,
};

export const PlaceContext = createContext<Place>(nowhere);

export const usePlace = (): Place => useContext(PlaceContext);
