/** Row types of the migrated schema. Columns that the database fills in are Generated. */
import type { Generated, Kysely, Transaction } from 'kysely';
import type { Grain } from '../../rules/reports/rollup-cover.ts';
import type { Json, MadeTime, Maybe, MaybeTime, Time } from './column-types.ts';
import type {
  FilesTable,
  JobsTable,
  MessagesTable,
  RenderingsTable,
  RestockNoticesTable,
} from './outbox-tables.ts';
import type { RefundsTable } from './refund-table.ts';

export interface UsersTable {
  id: string;
  account_type: 'owner' | 'SUPER_ADMIN' | 'superadmin' | 'customer';
  name: string;
  first_name: Maybe<string>;
  last_name: Maybe<string>;
  email: string;
  password_hash: string;
  created_at: MadeTime;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  api_token_hash: Buffer;
  created_at: Time;
  expires_at: Time;
  ended_at: MaybeTime;
}

export interface AttemptsTable {
  bucket: string;
  at: Time;
  id: string;
}

export interface VenuesTable {
  id: string;
  owner_id: string;
  name: string;
  tax_percentage: Generated<number>;
  drink_limit_quantity: Generated<number>;
  drink_limit_minutes: Generated<number>;
  public_key: Generated<string>;
  client_guid: Generated<string>;
  private_key_sealed: Maybe<Buffer>;
  private_key_hint: Generated<string>;
  auth_token_sealed: Maybe<Buffer>;
  auth_token_hint: Generated<string>;
  webhook_secret_sealed: Maybe<Buffer>;
  webhook_secret_hint: Generated<string>;
  revision: Generated<number>;
  created_at: MadeTime;
}

export interface UnitsTable {
  id: string;
  venue_id: string;
  unit_number: Generated<number>;
  category: Generated<'ROTENDER_CLASSIC' | 'BEERTENDER'>;
  model: Generated<'SOLO' | 'MENU'>;
  contacts: Generated<string[]>;
  discount_rate: Generated<number>;
  id_checking_service_host_name: Generated<string>;
  home_helper_text: Generated<string>;
  home_button_image: Generated<string>;
  stripe_reader_id: Generated<string>;
  pax_shift4_reader_id: Generated<string>;
  revision: Generated<number>;
  created_at: MadeTime;
  deleted_at: MaybeTime;
}

export interface UnitKeysTable {
  id: string;
  unit_id: string;
  key_hash: Buffer;
  label: Generated<string>;
  created_at: Time;
  created_by: Maybe<string>;
  last_used_at: MaybeTime;
  revoked_at: MaybeTime;
}

export interface CardReadersTable {
  unit_id: string;
  reader_id: string;
  serial_number: Generated<string>;
  display_name: Generated<string>;
  address_line1: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  country: Generated<string>;
  zip_code: Generated<string>;
}

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
  revision: Generated<number>;
}

export interface UnitPositionsTable {
  unit_id: string;
  position: number;
  ingredient_id: string;
  category: string;
  source: string;
  size_ml: number;
  remaining_ml: number;
}

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
  revision: Generated<number>;
  created_at: MadeTime;
  deleted_at: MaybeTime;
}

export interface DrinkIngredientsTable {
  venue_id: string;
  drink_id: string;
  ordinal: number;
  ingredient_id: string;
}

export interface OrdersTable {
  venue_id: string;
  id: string;
  unit_id: string;
  unit_number: number;
  sold_at: Time;
  received_at: Time;
  entered_by: 'unit' | 'manual' | 'import';
  price_cents: number;
  tax_cents: number;
  tip_cents: number;
  fee_cents: Maybe<number>;
  duration_ms: Maybe<number>;
  payment_reader_device_name: Generated<string>;
  payment_id: Maybe<string>;
  idempotency_key: Maybe<string>;
  body_hash: Maybe<Buffer>;
}

export interface OrderedDrinksTable {
  venue_id: string;
  order_id: string;
  drink_index: number;
  id: string;
  drink_id: Maybe<string>;
  name: string;
  ingredient_ids: string[];
  ingredient_names: string[];
  quantity: number;
  success_quantity: number;
  is_double: Generated<boolean>;
  price_cents: number;
  tax_cents: number;
  tip_cents: number;
  fee_cents: Maybe<number>;
  refunded_at: MaybeTime;
}

export interface PoursTable {
  venue_id: string;
  order_id: string;
  drink_index: number;
  pour_index: number;
  ingredient_id: string;
  position: number;
  ml: number;
  ms: number;
  outcome: 'poured' | 'partial' | 'empty' | 'blocked' | 'timeout' | 'cancelled';
}

export interface SalesRollupsTable {
  venue_id: string;
  grain: Grain;
  bucket: Time;
  unit_id: string;
  orders: number;
  price_cents: number;
  fee_cents: number;
  servings: number;
  duration_ms: number;
  timed_orders: number;
  sales_cents: number;
  tax_cents: number;
  tip_cents: number;
  refund_cents: number;
}

export interface DrinkRollupsTable {
  venue_id: string;
  grain: Grain;
  bucket: Time;
  unit_id: string;
  name: string;
  quantity: number;
  amount_cents: number;
}

export interface SettingsTable {
  id: string;
  owner_id: Maybe<string>;
  terms: Generated<string>;
}

export interface AuditTable {
  id: string;
  at: Time;
  actor_id: Maybe<string>;
  actor_name: string;
  on_behalf_of: Maybe<string>;
  address: string;
  action: string;
  target: string;
  result: string;
  old_value: Json;
  new_value: Json;
}

export interface FlagSwitchesTable {
  kind: 'venue' | 'unit';
  key: string;
  flag: string;
  enabled: boolean;
}

/** Tables used by our SQL, by name. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  attempts: AttemptsTable;
  venues: VenuesTable;
  units: UnitsTable;
  unit_keys: UnitKeysTable;
  card_readers: CardReadersTable;
  ingredients: IngredientsTable;
  unit_inventory: UnitInventoryTable;
  unit_positions: UnitPositionsTable;
  drinks: DrinksTable;
  drink_ingredients: DrinkIngredientsTable;
  orders: OrdersTable;
  ordered_drinks: OrderedDrinksTable;
  pours: PoursTable;
  refunds: RefundsTable;
  sales_rollups: SalesRollupsTable;
  drink_rollups: DrinkRollupsTable;
  settings: SettingsTable;
  audit: AuditTable;
  flag_switches: FlagSwitchesTable;
  restock_notices: RestockNoticesTable;
  messages: MessagesTable;
  jobs: JobsTable;
  files: FilesTable;
  renderings: RenderingsTable;
}

/** Runs statements, each on its own or inside a transaction. */
export type Db = Kysely<Tables>;

/** Runs statements inside one transaction: row locks last until its end, and changes commit together. */
export type Tx = Transaction<Tables>;
