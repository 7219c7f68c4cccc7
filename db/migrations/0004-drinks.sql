-- A drink is a set of ingredients on one unit. The set is kept sorted beside the rows that hold the chosen order, because a
-- unique constraint over it is the only thing that stops two people from creating the same drink at the same moment.

create function sorted_ids(ids uuid[]) returns uuid[]
  language sql immutable strict parallel safe
  as $$ select coalesce(array_agg(distinct id order by id), '{}') from unnest(ids) as id $$;

create table drinks (
  venue_id uuid not null,
  id uuid not null constraint drinks_id unique,
  unit_id uuid not null,
  name text not null constraint drinks_name check (name <> ''),
  price_cents bigint not null constraint drinks_price check (price_cents >= 0),
  double_price_cents bigint constraint drinks_double_price check (double_price_cents >= 0),
  active boolean not null default true,
  rank integer not null constraint drinks_rank_from_0 check (rank >= 0),
  previous_rank integer not null constraint drinks_previous_rank_from_0 check (previous_rank >= 0),
  ingredient_set uuid[] not null
    constraint drinks_ingredient_set_sorted check (ingredient_set = sorted_ids(ingredient_set) and cardinality(ingredient_set) > 0),
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- A deleted drink stays as a row: a unit that was offline may still report its sales.
  deleted_at timestamptz(3),
  constraint drinks_pkey primary key (venue_id, id),
  constraint drinks_unit foreign key (venue_id, unit_id) references units (venue_id, id) on delete cascade
);

create unique index drinks_one_per_ingredient_set on drinks (unit_id, ingredient_set) where deleted_at is null;
create index drinks_by_rank on drinks (unit_id, rank) where deleted_at is null;

create table drink_ingredients (
  venue_id uuid not null,
  drink_id uuid not null,
  ordinal smallint not null,
  ingredient_id uuid not null,
  constraint drink_ingredients_pkey primary key (drink_id, ordinal),
  constraint drink_ingredients_once unique (drink_id, ingredient_id),
  constraint drink_ingredients_drink foreign key (venue_id, drink_id) references drinks (venue_id, id) on delete cascade,
  constraint drink_ingredients_ingredient foreign key (venue_id, ingredient_id) references ingredients (venue_id, id) on delete restrict
);

create index drink_ingredients_ingredient on drink_ingredients (ingredient_id);
