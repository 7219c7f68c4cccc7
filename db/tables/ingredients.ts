/** Row types of ingredients, and of their entries and positions in units. */
import type { Generated } from 'kysely';
import type { Json, MadeTime, Maybe, MaybeTime } from './column-types.ts';

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
