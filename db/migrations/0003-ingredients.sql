-- What an ingredient is belongs to the venue; what it costs, where it stands and how full it is belong to the unit. Each
-- place of a unit is a row with its own level, so two ingredients can never claim one place.

create table ingredients (
  venue_id uuid not null constraint ingredients_venue references venues on delete restrict,
  id uuid not null constraint ingredients_id unique,
  name text not null constraint ingredients_name check (name <> ''),
  source text not null default 'carousel' constraint ingredients_source check (source in ('carousel', 'soda gun')),
  base_or_mixer text[] not null default '{base}'
    constraint ingredients_base_or_mixer check (base_or_mixer <@ array['base', 'mixer'] and cardinality(base_or_mixer) > 0),
  category text not null default 'Liquor'
    constraint ingredients_category check (category in ('Beer', 'Liquor', 'Wine', 'Syrup/Puree', 'Pre-mixed cocktails')),
  serving_size_ml numeric(10, 2) not null default 45 constraint ingredients_serving_size check (serving_size_ml > 0),
  size_ml numeric(10, 2) not null default 1000 constraint ingredients_size check (size_ml > 0),
  pouring_time_ms integer constraint ingredients_pouring_time check (pouring_time_ms between 5000 and 30000),
  image_url text not null default '',
  created_at timestamptz(3) not null default now(),
  constraint ingredients_pkey primary key (venue_id, id),
  constraint ingredients_of_source unique (id, source),
  constraint ingredients_soda_gun_mixer check (source <> 'soda gun' or base_or_mixer = array['mixer'])
);

create table unit_inventory (
  venue_id uuid not null,
  unit_id uuid not null,
  ingredient_id uuid not null,
  price_cents bigint not null default 0 constraint unit_inventory_price check (price_cents >= 0),
  double_price_cents bigint constraint unit_inventory_double_price check (double_price_cents >= 0),
  threshold_percent smallint not null default 20 constraint unit_inventory_threshold check (threshold_percent between 0 and 100),
  active boolean not null default false,
  place_in_list integer not null default 0,
  servings_sold bigint not null default 0,
  revision integer not null default 1,
  constraint unit_inventory_pkey primary key (unit_id, ingredient_id),
  constraint unit_inventory_unit foreign key (venue_id, unit_id) references units (venue_id, id) on delete cascade,
  constraint unit_inventory_ingredient foreign key (venue_id, ingredient_id) references ingredients (venue_id, id) on delete cascade
);

create index unit_inventory_ingredient on unit_inventory (ingredient_id);

-- The category of the unit and the source of the ingredient stand in the row so that the range of positions can be checked
-- here: 1 to 16 on the carousel of a classic unit, 1 and 2 on any other, 101 to 104 on the soda gun.
create table unit_positions (
  unit_id uuid not null,
  position smallint not null,
  ingredient_id uuid not null,
  category text not null,
  source text not null,
  size_ml numeric(10, 2) not null,
  remaining_ml numeric(10, 2) not null,
  constraint unit_positions_pkey primary key (unit_id, position),
  constraint unit_positions_inventory foreign key (unit_id, ingredient_id) references unit_inventory on delete cascade,
  constraint unit_positions_category foreign key (unit_id, category) references units (id, category) on delete cascade,
  constraint unit_positions_source foreign key (ingredient_id, source) references ingredients (id, source) on delete cascade,
  constraint unit_positions_level check (remaining_ml between 0 and size_ml),
  constraint unit_positions_range check (
    case
      when source = 'soda gun' then category = 'ROTENDER_CLASSIC' and position between 101 and 104
      when category = 'ROTENDER_CLASSIC' then position between 1 and 16
      else position between 1 and 2
    end
  )
);

create index unit_positions_ingredient on unit_positions (unit_id, ingredient_id);
