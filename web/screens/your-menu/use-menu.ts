/** Data of a unit for Your Menu, loaded in parallel. */
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../api/api-error.ts';
import { drinksQuery } from '../../api/drinks.ts';
import type { Drink } from '../../api/drinks.ts';
import { ingredientSalesQuery, unitIngredientsQuery } from '../../api/ingredients.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { useFlag } from '../../context/use-flag.ts';

/** Levels fall as drinks are sold. */
const refreshEveryMs = 30_000;

export interface MenuFlags {
  /** True when ingredients can be restored. */
  readonly inventory: boolean;
  /** True when drinks are created and ranked here. */
  readonly mixing: boolean;
  /** True when drinks have a double price. */
  readonly doubles: boolean;
}

/** A flag that is off for the unit may be on for all of its venue. */
function useMenuFlags(venueId: string, unitNumber: number | undefined): MenuFlags {
  const venue = { kind: 'venue', key: venueId } as const;
  const unit = { kind: 'unit', key: unitNumber === undefined ? '' : String(unitNumber) } as const;
  const mixingHere = useFlag('general--multiple-bottles', unit);
  const mixingEverywhere = useFlag('general--multiple-bottles', venue);
  return {
    inventory: useFlag('general--inventory-management', unit),
    mixing: mixingHere || mixingEverywhere,
    doubles: useFlag('general--double-order', venue),
  };
}

export interface Menu {
  readonly flags: MenuFlags;
  /** In order; undefined while loading and when unavailable. */
  readonly ingredients: readonly Ingredient[] | undefined;
  /** True when loading failed and nothing is cached. */
  readonly isLost: boolean;
  /** Servings by ingredient id; undefined while loading and when unavailable. */
  readonly sales: ReadonlyMap<string, number> | undefined;
  readonly salesPending: boolean;
  readonly drinks: readonly Drink[] | undefined;
  readonly drinksError: string | undefined;
  readonly refreshing: boolean;
  /** Time of the ingredient data, in epoch milliseconds; 0 before the first load. */
  readonly asOfMs: number;
  readonly retry: () => void;
}

export function useMenu(venue: Venue | undefined, unit: Unit | undefined): Menu {
  const [venueId, unitId] = [unit?.venueId ?? '', unit?._id ?? ''];
  const pending = { enabled: unit !== undefined, refetchInterval: refreshEveryMs };
  const ingredients = useQuery({
    ...unitIngredientsQuery(venueId, unit?.unitNumber ?? 0),
    ...pending,
  });
  const sales = useQuery({
    ...ingredientSalesQuery(venueId, Object.keys(unit?.inventory ?? {})),
    enabled: unit !== undefined,
  });
  const drinks = useQuery({ ...drinksQuery(venueId, unitId), ...pending });
  return {
    flags: useMenuFlags(venue?.id ?? '', unit?.unitNumber),
    ingredients: ingredients.data,
    isLost: ingredients.isError && ingredients.data === undefined,
    sales: sales.data,
    salesPending: sales.isPending,
    drinks: drinks.data,
    drinksError: drinks.error ? errorMessage(drinks.error) : undefined,
    refreshing:
      (ingredients.isFetching && ingredients.data !== undefined) ||
      (drinks.isFetching && drinks.data !== undefined),
    asOfMs: ingredients.dataUpdatedAt,
    retry: () => {
      void ingredients.refetch();
      void drinks.refetch();
    },
  };
}
