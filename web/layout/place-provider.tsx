/** Reads venue and unit from the address of the screen, follows them, and writes the active ones into it. */
import { useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { selectUnit, selectVenue, useOwnerContext } from '../context/owner-context.ts';
import { PlaceContext, addressAt, usePlace } from '../context/place.ts';
import type { Place, PlaceAddress, PlaceKind } from '../context/place.ts';
import { useActiveUnit, useVenues } from '../context/use-venues.ts';
import { useOwnerOfVenue } from '../context/use-memberships.ts';
import { paths } from '../paths.ts';
import { useSetAddress } from '../ui/link.tsx';

interface Shown {
  readonly pathname: string;
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly kind: PlaceKind | undefined;
}

/** Address of the screen that is shown; another one may be loading. */
function useShownAddress(): PlaceAddress {
  const shown = useMatches({
    select: (matches): Shown => {
      const match = matches.at(-1);
      return {
        pathname: match?.pathname ?? paths.root,
        search: match?.search ?? {},
        params: match?.params ?? {},
        kind: match?.staticData.place,
      };
    },
    structuralSharing: true,
  });
  return useMemo(() => {
    const { kind, pathname, search, params } = shown;
    const unit = kind === 'unit' ? search['unit'] : undefined;
    const ids = { path: params['id'], search: search['venue'] };
    return {
      kind,
      venueId: kind && ids[kind === 'path' ? 'path' : 'search'],
      unitNumber: unit === undefined ? undefined : Number(unit),
      pathname,
      search,
    };
  }, [shown]);
}

/** The tab follows the address, and the address is completed and corrected. */
function useFollowing(): void {
  const place = usePlace();
  const { kind, venueId, unitNumber, pathname } = place;
  const venues = useVenues();
  const venue = venues.active;
  const units = useActiveUnit(kind === 'unit' ? venue?.id : undefined);
  const unit = units.active;
  const chosen = useOwnerContext();
  const router = useRouter();
  const setAddress = useSetAddress();

  const follows = kind !== undefined && venue !== undefined && venues.isSettled;
  // While nothing has been chosen, the first is the active one without being stored.
  const isOther = venue?.id !== (chosen.venueId ?? venues.venues[0]?.id);
  useEffect(() => {
    if (follows && isOther) selectVenue(venue.id);
  }, [follows, isOther, venue]);
  const unitFollows = kind === 'unit' && unit !== undefined && units.isSettled;
  const isOtherUnit = unit?.unitNumber !== (chosen.unitNumber ?? units.units[0]?.unitNumber);
  useEffect(() => {
    if (unitFollows && isOtherUnit) selectUnit(unit.unitNumber);
  }, [unitFollows, isOtherUnit, unit]);

  const isWritten = kind === 'venue' || (kind === 'unit' && units.isSettled);
  const isRight = venue?.id === venueId && unit?.unitNumber === unitNumber;
  const isUnknown = follows && venueId !== undefined && venue?.id !== venueId;
  const isSought = useOwnerOfVenue(isUnknown ? venueId : undefined);
  const right =
    follows && isWritten && !isRight && !isSought
      ? addressAt(place, venue.id, unit?.unitNumber)
      : null;
  useEffect(() => {
    // Not while another screen is loading.
    if (right === null || router.latestLocation.pathname !== pathname) return;
    setAddress(right, { ignoreBlocker: true });
  }, [right, pathname, router, setAddress]);
}

function Following({ children }: { readonly children: ReactNode }) {
  useFollowing();
  return children;
}

export function PlaceProvider({ children }: { readonly children: ReactNode }) {
  const shown = useShownAddress();
  const setAddress = useSetAddress();
  const place = useMemo((): Place => {
    const go = (venueId: string, unitNumber?: number) =>
      // The screen stays, and what is typed on it.
      setAddress(addressAt(shown, venueId, unitNumber), { push: true, ignoreBlocker: true });
    return {
      ...shown,
      chooseVenue: shown.kind ? (venueId) => go(venueId) : selectVenue,
      chooseUnit: (unitNumber) => {
        if (shown.kind === 'unit' && shown.venueId) go(shown.venueId, unitNumber);
        else selectUnit(unitNumber);
      },
    };
  }, [shown, setAddress]);
  return (
    <PlaceContext value={place}>
      <Following>{children}</Following>
    </PlaceContext>
  );
}
