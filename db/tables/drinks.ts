/** Row types of drinks. */
import type { ColumnType, Generated } from 'kysely';
import type { MadeTime, Maybe, MaybeTime, Time } from './column-types.ts';

export interface DrinksTable {
  venue_id: string;
  id: string;
  unit_id: string;
  name: string;
  price_cents: number;
  double_price_cents: Maybe<number>;
  active: Generated<boolean>;
  rank: number;
  previous_rank: number;
  ingredient_set: string[];
  /** No longer counted or read; dropped when no process of an earlier release reads it. */
  revision: Generated<number>;
  created_at: MadeTime;
  deleted_at: MaybeTime;
  /** Category of the menu. */
  category_id: Maybe<string>;
  sold_out_until: MaybeTime;
}

export interface DrinkIngredientsTable {
  venue_id: string;
  drink_id: string;
  ordinal: number;
  ingredient_id: string;
}

/** A category of the menu; without hours its drinks are on offer at all times. */
export interface MenuCategoriesTable {
  venue_id: string;
  id: string;
  name: string;
  hours: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  created_at: Time;
}

// Row types of what was charged before.

/** Prices that were changed together. */
export interface PriceChangesTable {
  venue_id: string;
  id: string;
  made_at: Time;
  person: string;
  description: string;
  drinks: number;
  undone_at: MaybeTime;
}

/** Prices of a drink before and after a change; a double is null where it follows from its ingredients. */
export interface ChangedPricesTable {
  venue_id: string;
  change_id: string;
  drink_id: string;
  was_cents: number;
  is_cents: number;
  was_double_cents: Maybe<number>;
  is_double_cents: Maybe<number>;
}

/** Price of a drink, or of an ingredient, in a unit until a moment. */
export interface FormerPricesTable {
  venue_id: string;
  unit_id: string;
  item_id: string;
  until_at: Time;
  price_cents: number;
  double_price_cents: Maybe<number>;
}

/** Tax percentage of a venue, or discount of a unit as a fraction, until a moment. */
export interface FormerRatesTable {
  venue_id: string;
  /** The venue or the unit. */
  subject_id: string;
  until_at: Time;
  rate: number;
}

// Row types of price plans.

export interface PricePlansTable {
  venue_id: string;
  id: string;
  name: string;
  state: 'draft' | 'active' | 'ended';
  settings: ColumnType<Record<string, unknown>, string, string>;
  person: string;
  created_at: Time;
  changed_at: Time;
}

/** While a plan was active, with its settings of that time. */
export interface PricePlanPeriodsTable {
  venue_id: string;
  plan_id: string;
  from_at: Time;
  until_at: MaybeTime;
  settings: ColumnType<Record<string, unknown>, string, string>;
}

/** A setup that was saved under a name. */
export interface SetupTemplatesTable {
  id: string;
  owner_id: string | null;
  name: string;
  setup: ColumnType<Record<string, unknown>, string, never>;
  made_at: Time;
  person: string;
}

/** A setup that was copied to a unit. */
export interface SetupCopiesTable {
  venue_id: string;
  id: string;
  unit_id: string;
  made_at: Time;
  person: string;
  source: Generated<string>;
  was: ColumnType<Record<string, unknown>, string, never>;
  made: ColumnType<Record<string, unknown>, string, never>;
  undone_at: MaybeTime;
}
