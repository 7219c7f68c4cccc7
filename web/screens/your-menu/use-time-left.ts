/** Time until each ingredient of a unit runs out, which the drawing of the unit shows instead of levels when chosen. */
import { useQuery } from '@tanstack/react-query';
import { forecastMessages } from '../../../rules/forecast/forecast-messages.ts';
import { msOf, type TimeLeft, timeLeftOf } from '../../../rules/forecast/run-out-text.ts';
import { stockForecastQuery } from '../../api/stock-forecast.ts';
import type { Unit } from '../../api/units.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { sharedValue, useSharedValue } from '../../ui/shared-value.ts';

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
