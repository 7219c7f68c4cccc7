/** Data of a unit for Your Menu, loaded in parallel. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forecastMessages } from '../../../rules/forecast/forecast-messages.ts';
import { msOf, type TimeLeft, timeLeftOf } from '../../../rules/forecast/run-out-text.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type Drink, drinksQuery } from '../../api/drinks.ts';
import { type Ingredient, ingredientSalesQuery } from '../../api/ingredients.ts';
import { unitIngredientsQuery } from '../../api/unit-ingredients.ts';
import { stockForecastQuery } from '../../api/stock-forecast.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useFlag } from '../../context/use-night-rules.ts';
import { landed, showCard } from './unit/highlight.ts';
import { sharedValue, useSharedValue } from '../../ui/hooks.ts';

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
    salesPending: sales.isPending || sales.isPlaceholderData,
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

/** Number of entries of the longest list; before the ingredients are loaded, the unit already has their number. */
export const longestOf = ({ ingredients, drinks }: Menu, unit: Unit | undefined): number =>
  Math.max(ingredients?.length ?? Object.keys(unit?.inventory ?? {}).length, drinks?.length ?? 0);

// Time until each ingredient of a unit runs out, which the drawing of the unit shows instead of levels when chosen.

export interface TimeLeftChoice {
  readonly isChosen: boolean;
  readonly toggle: () => void;
  /** By ingredient id; undefined when not chosen, and until it is loaded. */
  readonly byIngredient: ReadonlyMap<string, TimeLeft> | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => unknown;
  /** Why there is no forecast. */
  readonly note: string | null;
}

/** Lasts until the page is reloaded. */
const isTimeLeftChosen = sharedValue(false);

export function useTimeLeft(unit: Unit): TimeLeftChoice {
  const isChosen = useSharedValue(isTimeLeftChosen);
  const { data, error, isPending, refetch } = useQuery({
    ...stockForecastQuery(unit.venueId, guessedTimezone().timezone),
    enabled: isChosen,
  });
  const ingredients = data?.units.find(({ unitId }) => unitId === unit._id)?.ingredients;
  return {
    isChosen,
    toggle: () => isTimeLeftChosen.set(!isChosen),
    byIngredient:
      isChosen && data && ingredients
        ? new Map(
            ingredients.map((one) => [
              one.ingredientId,
              timeLeftOf(
                {
                  left: one.left,
                  isForecast: one.basis !== null,
                  earliestMs: msOf(one.earliest),
                  likelyMs: msOf(one.likely),
                  latestMs: msOf(one.latest),
                },
                Date.parse(data.asOf),
                data.timezone,
              ),
            ]),
          )
        : undefined,
    isLoading: isChosen && isPending,
    error: isChosen && !data ? error : null,
    retry: refetch,
    note:
      isChosen && ingredients?.every(({ basis }) => basis === null)
        ? forecastMessages.notEnough
        : null,
  };
}

const markedMs = 2_000;

/**
 * Scrolls to the ingredient in the address, which was saved just now, and marks it for two seconds.
 * @param isReady true when the ingredients are shown
 */
export function useLanding(isReady: boolean): void {
  const { ingredient } = useSearch({ from: '/add-drink' });
  useEffect(() => {
    if (!isReady || ingredient === undefined) return undefined;
    landed.set(ingredient);
    // In the frame after the router has scrolled to the top.
    const frame = requestAnimationFrame(() => showCard(ingredient));
    const timer = setTimeout(() => landed.set(null), markedMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      landed.set(null);
    };
  }, [isReady, ingredient]);
}
