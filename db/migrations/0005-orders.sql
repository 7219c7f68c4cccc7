-- Sales. Names and prices are copied in, so that no later edit or deletion changes what was sold. Every key leads with
-- venue_id: the tables can be distributed by it. Money is in cents. An order's id carries the time of the sale (UUID
-- version 7), so that the newest ids are the newest sales.

create table orders (
  venue_id uuid not null,
  id uuid not null,
  unit_id uuid not null,
  unit_number integer not null,
  sold_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  entered_by text not null constraint orders_entered_by check (entered_by in ('unit', 'manual', 'import')),
  price_cents bigint not null constraint orders_price check (price_cents >= 0),
  tax_cents bigint not null constraint orders_tax check (tax_cents >= 0),
  tip_cents bigint not null constraint orders_tip check (tip_cents >= 0),
  fee_cents bigint constraint orders_fee check (fee_cents >= 0),
  duration_ms integer constraint orders_duration check (duration_ms >= 0),
  payment_reader_device_name text not null default '',
  payment_id text,
  idempotency_key text,
  body_hash bytea,
  constraint orders_pkey primary key (venue_id, id),
  constraint orders_unit foreign key (venue_id, unit_id) references units (venue_id, id) on delete restrict,
  constraint orders_key_with_hash check ((idempotency_key is null) = (body_hash is null))
);

-- The same key is the same order, for as long as the order is kept.
create unique index orders_idempotency on orders (venue_id, unit_id, idempotency_key) where idempotency_key is not null;
create index orders_by_time on orders (venue_id, sold_at, id);
create index orders_of_unit_by_time on orders (venue_id, unit_id, sold_at, id);
create index orders_by_id on orders (id);

-- One row per drink line. price_cents is what one cost; tax, tip and fee are this line's shares of the order's.
create table ordered_drinks (
  venue_id uuid not null,
  order_id uuid not null,
  drink_index smallint not null constraint ordered_drinks_index check (drink_index >= 0),
  id uuid not null,
  drink_id uuid,
  name text not null constraint ordered_drinks_name check (name <> ''),
  ingredient_ids uuid[] not null default '{}',
  ingredient_names text[] not null default '{}',
  quantity smallint not null constraint ordered_drinks_quantity check (quantity > 0),
  success_quantity smallint not null,
  is_double boolean not null default false,
  price_cents bigint not null constraint ordered_drinks_price check (price_cents >= 0),
  tax_cents bigint not null constraint ordered_drinks_tax check (tax_cents >= 0),
  tip_cents bigint not null constraint ordered_drinks_tip check (tip_cents >= 0),
  fee_cents bigint constraint ordered_drinks_fee check (fee_cents >= 0),
  refunded_at timestamptz(3),
  constraint ordered_drinks_pkey primary key (venue_id, order_id, drink_index),
  constraint ordered_drinks_order foreign key (venue_id, order_id) references orders on delete cascade,
  constraint ordered_drinks_success check (success_quantity between 0 and quantity)
);

-- What the unit reported of each pour; position and outcome are its words.
create table pours (
  venue_id uuid not null,
  order_id uuid not null,
  drink_index smallint not null,
  pour_index smallint not null,
  ingredient_id uuid not null,
  position smallint not null,
  ml numeric(10, 2) not null constraint pours_ml check (ml >= 0),
  ms integer not null constraint pours_ms check (ms >= 0),
  outcome text not null constraint pours_outcome check (outcome in ('poured', 'partial', 'empty', 'blocked', 'timeout', 'cancelled')),
  constraint pours_pkey primary key (venue_id, order_id, drink_index, pour_index),
  constraint pours_drink foreign key (venue_id, order_id, drink_index) references ordered_drinks on delete cascade
);

-- A refund is recorded before the provider is called; its id is the provider's idempotency key. One that has not failed
-- stands in the way of a second one for the same drink.
create table refunds (
  venue_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  drink_index smallint not null,
  state text not null constraint refunds_state check (state in ('requested', 'refunded', 'failed')),
  amount_cents bigint not null constraint refunds_amount check (amount_cents > 0),
  provider text not null,
  provider_reference text,
  error text,
  requested_by uuid constraint refunds_requester references users on delete set null,
  requested_at timestamptz(3) not null,
  settled_at timestamptz(3),
  constraint refunds_pkey primary key (venue_id, id),
  constraint refunds_drink foreign key (venue_id, order_id, drink_index) references ordered_drinks on delete restrict
);

create unique index refunds_once on refunds (venue_id, order_id, drink_index) where state <> 'failed';
