/** Row types of the stock ledger, of times without an ingredient, and of planned refills. */
import type { ColumnType, Generated } from 'kysely';
import type { Json, MadeTime, Maybe, MaybeTime, Time } from './column-types.ts';
import type { PushDelivery } from '../../rules/alerts/alert-text.ts';

export interface StockMovementsTable {
  venue_id: string;
  id: string;
  at: Time;
  /** Null for the storeroom. */
  unit_id: Maybe<string>;
  position: Maybe<number>;
  ingredient_id: string;
  kind:
    | 'loaded'
    | 'refilled'
    | 'removed'
    | 'moved'
    | 'counted'
    | 'delivered'
    | 'discarded'
    | 'adjusted'
    | 'found';
  ml: number;
  bottles: Maybe<number>;
  level_before_ml: number;
  level_after_ml: number;
  cost_cents: Maybe<number>;
  note: Generated<string>;
  /** Null for a unit. */
  actor_id: Maybe<string>;
  /** In the change log; of a position, the order of its movements and sales. Null for the storeroom. */
  number: Maybe<number>;
  /** Storeroom of a movement without a unit. */
  store_id: Maybe<string>;
  /** Of the request that refilled the position or discarded from it. */
  key: Maybe<string>;
}

export interface StoresTable {
  venue_id: string;
  id: string;
  name: string;
  created_at: Time;
  removed_at: MaybeTime;
}

/** Level of an ingredient in a storeroom: the sum of its movements. */
export interface StoreLevelsTable {
  venue_id: string;
  store_id: string;
  ingredient_id: string;
  remaining_ml: number;
}

export interface StockCountsTable {
  venue_id: string;
  id: string;
  started_at: Time;
  /** Null for a program. */
  started_by: Maybe<string>;
  /** When its lines became movements; null while it is open. */
  ended_at: MaybeTime;
}

/** Line of a count: a position of a unit, or an ingredient in a storeroom. */
export interface CountLinesTable {
  venue_id: string;
  count_id: string;
  key: string;
  unit_id: Maybe<string>;
  position: Maybe<number>;
  store_id: Maybe<string>;
  ingredient_id: string;
  at: Time;
  ml: number;
  actor_id: Maybe<string>;
  /** Null before the end of the count, and for a line that was not taken. */
  result: Maybe<string>;
  /** Counted less the level by the books at the time of the line. */
  difference_ml: Maybe<number>;
}

/** A time in which all places of an ingredient in a unit held less than a serving. */
export interface StockOutsTable {
  venue_id: string;
  unit_id: string;
  ingredient_id: string;
  from_at: Time;
  /** Null while it lasts. */
  until_at: MaybeTime;
}

/** Time of day at which the units of a venue are refilled. */
export interface RefillPlansTable {
  venue_id: string;
  /** After midnight. */
  at_minutes: number;
}

/** Cost of an ingredient from a time on. */
export interface IngredientCostsTable {
  venue_id: string;
  ingredient_id: string;
  from_at: Time;
  /** Of a bottle, bag or keg. */
  cents: number;
  /** Millilitres that it holds. */
  per_ml: number;
  /** Bottles in a case; null where they are bought one by one. */
  case_size: Maybe<number>;
  supplier: Generated<string>;
}

// Row types of ingredients, and of their entries and positions in units.

export interface IngredientsTable {
  venue_id: string;
  id: string;
  name: string;
  source: Generated<'carousel' | 'soda gun'>;
  base_or_mixer: Generated<('base' | 'mixer')[]>;
  category: Generated<'Beer' | 'Liquor' | 'Wine' | 'Syrup/Puree' | 'Pre-mixed cocktails'>;
  serving_size_ml: Generated<number>;
  size_ml: Generated<number>;
  pouring_time_ms: Maybe<number>;
  /** Of an empty bottle, bag or keg, in grams; null where it is not known. */
  tare_weight_g: Maybe<number>;
  /** In grams per millilitre; null where it is not known. */
  density: Maybe<number>;
  image_url: Generated<string>;
  created_at: MadeTime;
}

export interface UnitInventoryTable {
  venue_id: string;
  unit_id: string;
  ingredient_id: string;
  price_cents: Generated<number>;
  double_price_cents: Maybe<number>;
  threshold_percent: Generated<number>;
  active: Generated<boolean>;
  place_in_list: Generated<number>;
  servings_sold: Generated<number>;
  /** False after sales that deducted nothing. */
  level_known: Generated<boolean>;
  /** Those before it was deactivated, until it has positions again. */
  former_positions: Json;
  /** No longer counted or read; dropped when no process of an earlier release reads it. */
  revision: Generated<number>;
}

export interface UnitPositionsTable {
  venue_id: string;
  unit_id: string;
  position: number;
  ingredient_id: string;
  category: string;
  source: string;
  size_ml: number;
  remaining_ml: number;
  /** When a pour found it empty, until a whole pour or a change of its level. */
  reported_empty_at: MaybeTime;
}

// Row types of restock notices and queued messages.

export interface RestockNoticesTable {
  venue_id: string;
  id: string;
  unit_id: string;
  ingredient_id: string;
  /** Remaining percentage at detection. */
  percent: number;
  noticed_at: Time;
  resolved_at: MaybeTime;
}

export interface MessagesTable {
  id: string;
  /** Of the notice. */
  venue_id: Maybe<string>;
  notice_id: Maybe<string>;
  /** push: the recipient is the id of a push subscription. */
  channel: 'mail' | 'sms' | 'push';
  recipient: string;
  subject: Generated<string>;
  body: string;
  /** Beside the text of a mail. */
  html: Maybe<string>;
  /** Ends the subscription of a mail with one request. */
  unsubscribe_url: Maybe<string>;
  /** Paused when the recipient of its mail is refused for good. */
  subscription_id: Maybe<string>;
  attachment_name: Maybe<string>;
  attachment: Maybe<string>;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'uncertain'>;
  attempts: Generated<number>;
  last_error: Maybe<string>;
  /** Account of a message that ends with a link. */
  account_id: Maybe<string>;
  /** The link is made when the message is sent. */
  link_purpose: Maybe<'confirmation' | 'password_reset' | 'email_change' | 'owner_invitation'>;
  /** Invitation whose link ends the message. */
  invitation_id: Maybe<string>;
  /** Reason why a message was never sent; its state is then failed. */
  held_because: Maybe<'unconfirmed' | 'declined' | 'limit' | 'repeated'>;
  /** Of a push message. */
  push: ColumnType<PushDelivery | null, string | null | undefined, never>;
  created_at: Time;
  sent_at: MaybeTime;
}
