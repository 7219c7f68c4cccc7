/** Loads the unit data of the form in parallel. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flagNamed } from '../../../rules/flags/flag-names.ts';
import { drinksQuery } from '../../api/drinks.ts';
import type { Drink } from '../../api/drinks.ts';
import { flagsQuery } from '../../api/flags.ts';
import { positionsQuery, unitIngredientsQuery } from '../../api/ingredients.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { queryClient } from '../../api/query-client.ts';
import { unitsQuery } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { useOwnerContext } from '../../context/owner-context.ts';

export interface FormFlags {
  /** True for thresholds and a confirmation of position changes. */
  readonly inventory: boolean;
  /** True for the category of mixers. */
  readonly turboshot: boolean;
  readonly doubles: boolean;
}

export interface UnitStock {
  /** undefined while loading and when unavailable. */
  readonly ingredients: readonly Ingredient[] | undefined;
  /** Occupied positions. */
  readonly occupied: readonly string[] | undefined;
  readonly drinks: readonly Drink[];
}

interface FormData {
  readonly flags: FormFlags;
  /** True while the flags, and so the set of fields, are loading. */
  readonly flagsPending: boolean;
  readonly stock: UnitStock;
}

/** Prefetches the last used venue and unit while the list of venues is loading. */
function useHeadStart(): void {
  const { venueId, unitNumber } = useOwnerContext();
  useEffect(() => {
    if (venueId !== null) void queryClient.prefetchQuery(unitsQuery(venueId));
    if (unitNumber !== null) {
      void queryClient.prefetchQuery(flagsQuery({ kind: 'unit', key: String(unitNumber) }));
    }
  }, [venueId, unitNumber]);
}

export function useFormData(venue: Venue | undefined, unit: Unit | undefined): FormData {
  useHeadStart();
  const [venueId, unitId] = [unit?.venueId ?? '', unit?._id ?? ''];
  const enabled = unit !== undefined;
  const ofVenue = useQuery(flagsQuery({ kind: 'venue', key: venue?.name ?? '' }));
  const ofUnit = useQuery(flagsQuery({ kind: 'unit', key: unit ? String(unit.unitNumber) : '' }));
  const ingredients = useQuery({
    ...unitIngredientsQuery(venueId, unit?.unitNumber ?? 0),
    enabled,
  });
  const occupied = useQuery({ ...positionsQuery(unitId), enabled });
  const drinks = useQuery({ ...drinksQuery(venueId, unitId), enabled });
  return {
    flags: {
      inventory: ofUnit.data?.[flagNamed.inventoryManagement] ?? false,
      turboshot: ofUnit.data?.[flagNamed.turboshot] ?? false,
      doubles: ofVenue.data?.[flagNamed.doubleOrder] ?? false,
    },
    flagsPending: ofVenue.isPending || ofUnit.isPending,
    stock: {
      ingredients: ingredients.data,
      occupied: occupied.data,
      drinks: drinks.data ?? [],
    },
  };
}
