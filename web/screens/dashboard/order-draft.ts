/** An order as it is put together by hand: drinks of ingredients that stand in one unit. */
import { drinkPriceCents } from '../../../rules/drink-price.ts';
import { toCents } from '../../../rules/money.ts';
import type { NewOrder } from '../../calls/orders.ts';
import type { Unit } from '../../calls/units.ts';

export interface DraftDrink {
  readonly ingredientIds: readonly string[];
  readonly quantity: number;
}

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
}

/** The most drinks of one kind that an order takes. */
export const mostOfOne = 100;
/** The most kinds of drinks that an order takes. */
export const mostDrinks = 50;

export const emptyDrink: DraftDrink = { ingredientIds: [], quantity: 1 };

/** What the unit can pour, in the order of its inventory; what has no position cannot be poured. */
export const choicesOf = (unit: Unit | undefined): Choice[] =>
  Object.values(unit?.inventory ?? {})
    .filter(({ positionInUnit }) => positionInUnit.length > 0)
    .map(({ ingredientId: id, name, price }) => ({ id, name, priceCents: toCents(price) }));

const chosen = (choices: readonly Choice[], { ingredientIds }: DraftDrink): Choice[] =>
  ingredientIds.flatMap((id) => choices.find((choice) => choice.id === id) ?? []);

/** `Beefeater + Tonic`, in the order of choosing. */
export const drinkName = (choices: readonly Choice[], drink: DraftDrink): string =>
  chosen(choices, drink)
    .map(({ name }) => name)
    .join(' + ');

/** Before tax, for all of its quantity. */
export const drinkCents = (choices: readonly Choice[], drink: DraftDrink): number =>
  drinkPriceCents(chosen(choices, drink)) * drink.quantity;

export const isEmpty = ({ ingredientIds }: DraftDrink): boolean => ingredientIds.length === 0;

/** What is sent for the drinks that have something in them. */
export const orderOf = (unitNumber: number, drinks: readonly DraftDrink[]): NewOrder => ({
  unitNumber,
  drinks: drinks
    .filter((drink) => !isEmpty(drink))
    .map(({ ingredientIds, quantity }) => ({ ingredients: [...ingredientIds], quantity })),
});

/** Sentences of the server where they belong. */
export interface OrderProblems {
  readonly unit?: string;
  /** By the position of the drink in what was sent. */
  readonly drinks: ReadonlyMap<number, string>;
  /** What belongs nowhere in particular. */
  readonly rest?: string;
}

/** @param fields as the server names them: `unitNumber`, `drinks.0.ingredients` */
export function placeProblems(fields: ReadonlyMap<string, string>): OrderProblems {
  const drinks = new Map<number, string>();
  let unit: string | undefined;
  let rest: string | undefined;
  for (const [field, text] of fields) {
    const index = /^drinks\.(\d+)\b/.exec(field)?.[1];
    if (index !== undefined) drinks.set(Number(index), drinks.get(Number(index)) ?? text);
    else if (field === 'unitNumber') unit = text;
    else rest ??= text;
  }
  return {
    drinks,
    ...(unit === undefined ? {} : { unit }),
    ...(rest === undefined ? {} : { rest }),
  };
}
