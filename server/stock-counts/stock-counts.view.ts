import type { EndpointResponse } from '../../contract/endpoints.ts';
import { groupBy } from '../../lib/lists.ts';
import {
  countPlaceKey,
  daysLeft,
  differenceOf,
  judgeLine,
  takenLines,
} from '../../rules/stock/stock-count.ts';
import { nothingOnHand, type OnHand } from '../../rules/stock/on-hand.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { StockedPlace, StockedUnit } from '../forecast/forecast.queries.ts';
import type { CountRow, LineRow, StoredIngredient } from './stock-counts.queries.ts';

/** Units, storerooms and their contents of a venue. */
export interface VenueStock {
  units: readonly StockedUnit[];
  tracked: ReadonlySet<string>;
  places: readonly StockedPlace[];
  stores: readonly { id: string; name: string }[];
  stored: readonly StoredIngredient[];
}

type Count = EndpointResponse<'getStockCount'>;
type CountedPlace = Count['places'][number];
type Stock = EndpointResponse<'getStock'>;

const noStore = { storeId: null, storeName: null };
const noUnit = { unitId: null, unitNumber: null, unitName: null, position: null };

const unitPlaces = ({ units, places }: VenueStock) =>
  units.flatMap((unit) =>
    places
      .filter((place) => place.unit_id === unit.id)
      .map((place) => ({
        held: place,
        where: {
          unitId: unit.id,
          unitNumber: unit.unit_number,
          unitName: unit.name,
          position: place.position,
          ...noStore,
        },
      })),
  );

const storeKey = (storeId: string, ingredientId: string): string => `${storeId} ${ingredientId}`;

interface Ingredient {
  ingredientId: string;
  name: string;
  bottleMl: number;
  servingMl: number;
  tareWeight: number | null;
  density: number | null;
}

/** Ingredients that stand in a unit or a storeroom, by name. */
function ingredientsOf({ places, stored }: VenueStock): Ingredient[] {
  const found = new Map<string, Ingredient>();
  for (const { ingredientId, name, bottleMl, servingMl, tareWeight, density } of [
    ...stored,
    ...places.map((place) => ({
      ingredientId: place.ingredient_id,
      name: place.name,
      bottleMl: place.bottle_ml,
      servingMl: place.serving_ml,
      tareWeight: place.tare_weight_g,
      density: place.density,
    })),
  ])
    found.set(ingredientId, { ingredientId, name, bottleMl, servingMl, tareWeight, density });
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** On hand, by name, with the places of each ingredient. */
export function stockView(
  stock: VenueStock,
  {
    asOf,
    countId,
    used,
    onHand,
  }: {
    asOf: Date;
    countId: string | null;
    used: ReadonlyMap<string, readonly number[]>;
    onHand: ReadonlyMap<string, OnHand>;
  },
): Stock {
  const ofUnits = groupBy(unitPlaces(stock), ({ held }) => held.ingredient_id);
  const names = new Map(stock.stores.map(({ id, name }) => [id, name]));
  const ofStores = groupBy(stock.stored, ({ ingredientId }) => ingredientId);
  return {
    asOf: asOf.toISOString(),
    stores: stock.stores.map(({ id, name }) => ({ id, name })),
    countId,
    ingredients: ingredientsOf(stock).map(({ ingredientId, name, bottleMl, servingMl }) => {
      const inUnits = ofUnits.get(ingredientId) ?? [];
      const inStores = ofStores.get(ingredientId) ?? [];
      const { ml: onHandMl, levelKnown } = onHand.get(ingredientId) ?? nothingOnHand;
      const week = used.get(ingredientId);
      return {
        ingredientId,
        name,
        bottleMl,
        onHandMl,
        bottles: Math.round((100 * onHandMl) / bottleMl) / 100,
        daysLeft: week && levelKnown ? daysLeft(onHandMl / servingMl, week) : null,
        levelKnown,
        places: [
          ...inUnits.map(({ held, where }) => ({ ...where, ml: held.remaining_ml })),
          ...inStores.map(({ storeId, ml }) => ({
            ...noUnit,
            storeId,
            storeName: names.get(storeId) ?? '',
            ml,
          })),
        ],
      };
    }),
  };
}

/** A count with all places of the venue; after its end, with those that were counted. */
export function countView(count: CountRow, lines: readonly LineRow[], stock: VenueStock): Count {
  const linesOf = groupBy(lines, countPlaceKey);
  // After the end, the lines that were taken have a result.
  const taken = new Set(
    count.ended_at === null
      ? [...takenLines(lines).values()].map(({ key }) => key)
      : lines.filter(({ result }) => result !== null).map(({ key }) => key),
  );
  const all = [...placesNow(stock), ...placesGone(lines, stock)];
  const places = all.map(({ place, held }) => ({
    ...place,
    lines: (linesOf.get(countPlaceKey(place)) ?? []).map((line) => ({
      key: line.key,
      ingredientId: line.ingredientId,
      name: line.name,
      at: line.at.toISOString(),
      ml: line.ml,
      by: line.person && personName(line.person),
      taken: taken.has(line.key),
      ...(count.ended_at === null
        ? outcomeOf(line, held, stock)
        : { differenceMl: line.differenceMl, result: line.result }),
    })),
  }));
  return {
    id: count.id,
    startedAt: count.started_at.toISOString(),
    startedBy: count.person && personName(count.person),
    endedAt: count.ended_at?.toISOString() ?? null,
    places: count.ended_at === null ? places : places.filter((place) => place.lines.length > 0),
  };
}

interface Held {
  ingredientId: string;
  remainingMl: number;
}

interface ListedPlace {
  place: Omit<CountedPlace, 'lines'>;
  held: Held | undefined;
}

function placesNow(stock: VenueStock): ListedPlace[] {
  const levels = new Map(
    stock.stored.map(({ storeId, ingredientId, ml }) => [storeKey(storeId, ingredientId), ml]),
  );
  const ofStores = stock.stores.flatMap((store) =>
    ingredientsOf(stock).map(({ ingredientId, name, bottleMl, tareWeight, density }) => ({
      place: {
        ...noUnit,
        storeId: store.id,
        storeName: store.name,
        ingredientId,
        name,
        sizeMl: bottleMl,
        tareWeight,
        density,
      },
      held: { ingredientId, remainingMl: levels.get(storeKey(store.id, ingredientId)) ?? 0 },
    })),
  );
  return [
    ...unitPlaces(stock).map(({ held, where }) => ({
      place: {
        ...where,
        ingredientId: held.ingredient_id,
        name: held.name,
        sizeMl: held.size_ml,
        tareWeight: held.tare_weight_g,
        density: held.density,
      },
      held: { ingredientId: held.ingredient_id, remainingMl: held.remaining_ml },
    })),
    ...ofStores,
  ];
}

/** Places with lines that hold nothing by now. */
function placesGone(lines: readonly LineRow[], stock: VenueStock): ListedPlace[] {
  const known = new Set(placesNow(stock).map(({ place }) => countPlaceKey(place)));
  const gone = new Map(
    lines
      .filter((line) => !known.has(countPlaceKey(line)))
      .map((line) => [countPlaceKey(line), line]),
  );
  return [...gone.values()].map((line) => {
    const unit = stock.units.find(({ id }) => id === line.unitId);
    const store = stock.stores.find(({ id }) => id === line.storeId);
    return {
      place: {
        unitId: line.unitId,
        unitNumber: unit?.unit_number ?? null,
        unitName: unit?.name ?? null,
        position: line.position,
        storeId: line.storeId,
        storeName: line.storeName,
        ingredientId: line.ingredientId,
        name: line.name,
        sizeMl: line.ml,
        tareWeight: null,
        density: null,
      },
      held: store && { ingredientId: line.ingredientId, remainingMl: 0 },
    };
  });
}

function outcomeOf(line: LineRow, held: Held | undefined, { tracked }: VenueStock) {
  const isTracked = line.unitId === null || tracked.has(line.unitId);
  const { result, levelMl } = judgeLine(line, held, isTracked);
  return { result, differenceMl: result === 'counted' ? differenceOf(line, levelMl) : null };
}
