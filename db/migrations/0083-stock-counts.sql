-- compatible since: 0020
-- Storerooms of a venue, what is in them, and counts of its stock. Movements of a storeroom are in the stock ledger, with
-- the storeroom and without a unit; a process of the release before writes and reads none of them.

create table stores (
  venue_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  constraint stores_pkey primary key (venue_id, id)
);

select distribute_by_venue('stores');

alter table stores enable row level security;
create policy one_venue on stores to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on stores to barback_tenant_venues using (is_tenant_venue(venue_id));

-- What is in a storeroom: the sum of its movements.
create table store_levels (
  venue_id uuid not null,
  store_id uuid not null,
  ingredient_id uuid not null,
  remaining_ml numeric(14, 2) not null constraint store_levels_remaining check (remaining_ml >= 0),
  constraint store_levels_pkey primary key (venue_id, store_id, ingredient_id)
);

select distribute_by_venue('store_levels');

alter table store_levels enable row level security;
create policy one_venue on store_levels to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on store_levels to barback_tenant_venues using (is_tenant_venue(venue_id));

alter table stock_movements add column store_id uuid;

create table stock_counts (
  venue_id uuid not null,
  id uuid not null,
  started_at timestamptz(3) not null,
  -- Null for a program.
  started_by uuid,
  -- When its lines became movements; null while it is open.
  ended_at timestamptz(3),
  constraint stock_counts_pkey primary key (venue_id, id)
);

-- A venue has at most one open count.
create unique index stock_counts_open on stock_counts (venue_id) where ended_at is null;

select distribute_by_venue('stock_counts');

alter table stock_counts enable row level security;
create policy one_venue on stock_counts to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on stock_counts to barback_tenant_venues using (is_tenant_venue(venue_id));

create table count_lines (
  venue_id uuid not null,
  count_id uuid not null,
  -- Chosen by the client: the same line again changes nothing.
  key text not null,
  unit_id uuid,
  position smallint,
  store_id uuid,
  ingredient_id uuid not null,
  -- When it was counted.
  at timestamptz(3) not null,
  ml numeric(14, 2) not null constraint count_lines_ml check (ml >= 0),
  actor_id uuid,
  -- What became of it at the end of the count; null before, and for a line that was not taken.
  result text,
  -- Counted less the level by the books at the time of the line.
  difference_ml numeric(14, 2),
  constraint count_lines_pkey primary key (venue_id, count_id, key),
  constraint count_lines_place check ((unit_id is null) = (position is null) and (unit_id is null) <> (store_id is null))
);

select distribute_by_venue('count_lines');

alter table count_lines enable row level security;
create policy one_venue on count_lines to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on count_lines to barback_tenant_venues using (is_tenant_venue(venue_id));
