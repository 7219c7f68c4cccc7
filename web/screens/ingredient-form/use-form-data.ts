/** Data of the form: the stored ingredient with its venue and unit, and the unit data, loaded in parallel. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { flagNamed } from '../../../rules/flags/flag-names.ts';
import { type Drink, drinksQuery } from '../../api/drinks.ts';
import { flagsQuery } from '../../api/flags.ts';
import { type Ingredient, ingredientQuery, positionsQuery } from '../../api/ingredients.ts';
import { unitIngredientsQuery } from '../../api/unit-ingredients.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import type { ImagePick } from '../../components/picked-image.tsx';
import { hasShape, useKeeping, useKept, useUnsaved } from '../../components/form-state.ts';
import { useUnits, useVenues } from '../../context/use-venues.ts';
import { type Draft, type DraftHandle, isTyped, newDraft } from './draft.ts';

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
  /** True when the flags, and so the set of fields, are known. */
  readonly flagsKnown: boolean;
  /** True when they could not be loaded. */
  readonly flagsLost: boolean;
  readonly stock: UnitStock;
}

export function useFormData(venue: Venue | undefined, unit: Unit | undefined): FormData {
  const [venueId, unitId] = [unit?.venueId ?? '', unit?._id ?? ''];
  const enabled = unit !== undefined;
  const ofVenue = useQuery(flagsQuery({ kind: 'venue', key: venue?.id ?? '' }));
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
    flagsKnown: ofVenue.data !== undefined && ofUnit.data !== undefined,
    flagsLost: ofVenue.isLoadingError || ofUnit.isLoadingError,
    stock: {
      ingredients: ingredients.data,
      occupied: occupied.data,
      drinks: drinks.data ?? [],
    },
  };
}

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
  /** The list of venues or units that could not be loaded. */
  readonly lost: { readonly what: string; readonly retry: () => void } | null;
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

/**
 * Ingredient from the URL, with the venue and the unit it is edited in.
 * @param unitId id or number of the unit
 */
export function useStored(id: string, unitId: string): Stored {
  const venuesKnown = useVenues();
  const { venues, active, isPending: venuesPending } = venuesKnown;
  const here = useQuery(ingredientQuery(id, unitId));
  const venueId = here.data?.venueId ?? active?.id;
  const unitsKnown = useUnits(venueId);
  const { units, isPending: unitsPending } = unitsKnown;
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
    lost: venuesKnown.isLost
      ? { what: 'venues', retry: venuesKnown.retry }
      : unitsKnown.isLost
        ? { what: 'units', retry: unitsKnown.retry }
        : null,
    ingredient,
    isNewThere: !here.data && ingredient !== undefined,
    error: other && !elsewhere.isError ? null : here.error,
    retry: () => void here.refetch(),
  };
}

interface KeptDraft {
  readonly unitId: string;
  readonly draft: Draft;
}

const readKept = (kept: unknown): KeptDraft | null => {
  const example = { unitId: '', draft: newDraft('ROTENDER_CLASSIC') };
  return hasShape(kept, example) && hasShape(kept.draft, example.draft) ? kept : null;
};

/**
 * Guards the draft, and restores the one of a session that has ended.
 * @param id of the form: the ingredient and its unit, or a new ingredient
 */
export function useUnsavedDraft(id: string, handle: DraftHandle, image: ImagePick): void {
  const { held, change } = handle;
  const kept = useKept(id, readKept);
  const [restored, setRestored] = useState(kept === null);
  const typed = held !== null && isTyped(held, image);
  if (!restored && held && kept) {
    setRestored(true);
    if (kept.unitId === held.unit._id) change(kept.draft);
  }
  useUnsaved(typed);
  useKeeping(id, restored && held && typed ? { unitId: held.unit._id, draft: held.draft } : null);
}
