/** Ingredient from the URL, with the venue and the unit it is edited in. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ingredientQuery } from '../../api/ingredients.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { useUnits, useVenues } from '../../context/active-venue.ts';

interface Stored {
  readonly venues: readonly Venue[];
  readonly venue: Venue | undefined;
  readonly units: readonly Unit[];
  readonly unit: Unit | undefined;
  readonly venuesPending: boolean;
  readonly unitsPending: boolean;
  /** undefined while loading and when unavailable. */
  readonly ingredient: Ingredient | undefined;
  /** True when the unit does not have it yet: its values come from another unit of the venue. */
  readonly isNewThere: boolean;
  /** Load error. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Initial state in a unit to which it is new. */
const inUnit = (ingredient: Ingredient, unitId: string): Ingredient => ({
  ...ingredient,
  unitId,
  positionInUnit: [],
  places: [],
  activeInUnit: false,
});

/** @param unitId id or number of the unit */
export function useStored(id: string, unitId: string): Stored {
  const { venues, active, isPending: venuesPending } = useVenues();
  const here = useQuery(ingredientQuery(id, unitId));
  const venueId = here.data?.venueId ?? active?.id;
  const { units, isPending: unitsPending } = useUnits(venueId);
  const unit = units.find((one) => one._id === unitId || String(one.unitNumber) === unitId);
  const other = here.isError && unit && units.find(({ inventory }) => inventory[id]);
  const elsewhere = useQuery({
    ...ingredientQuery(id, other ? other._id : ''),
    enabled: Boolean(other),
  });
  const ingredient = useMemo(() => {
    if (here.data) return here.data;
    return elsewhere.data && unit && inUnit(elsewhere.data, unit._id);
  }, [here.data, elsewhere.data, unit]);
  return {
    venues,
    venue: venues.find((one) => one.id === venueId),
    units,
    unit,
    venuesPending,
    unitsPending: venuesPending || unitsPending || here.isPending,
    ingredient,
    isNewThere: !here.data && ingredient !== undefined,
    error: other && !elsewhere.isError ? null : here.error,
    retry: () => void here.refetch(),
  };
}
