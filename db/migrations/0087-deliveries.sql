-- compatible since: 0020
-- Suppliers of an owner, and deliveries into the storerooms of a venue. What a delivery changes is in the stock ledger
-- and among the costs of ingredients. A process of the release before reads and writes none of them.

create table suppliers (
  id uuid not null constraint suppliers_pkey primary key,
  owner_id uuid not null constraint suppliers_owner references users on delete cascade,
  name text not null,
  -- Empty without an address for orders.
  email text not null default '',
  created_at timestamptz(3) not null
);
create unique index suppliers_name on suppliers (owner_id, lower(name));

alter table suppliers enable row level security;
create policy owner on suppliers to barback_tenant, barback_tenant_venues
  using (owner_id = tenant_owner());

create table deliveries (
  venue_id uuid not null,
  id uuid not null,
  -- Chosen by the client: the same delivery again is received once.
  key text not null,
  -- Name at that time: suppliers can be deleted.
  supplier text not null,
  store_id uuid not null,
  at timestamptz(3) not null,
  -- Null for a program.
  received_by uuid,
  -- When it was undone by the opposite movements.
  undone_at timestamptz(3),
  constraint deliveries_pkey primary key (venue_id, id),
  constraint deliveries_key unique (venue_id, key)
);

select distribute_by_venue('deliveries');

alter table deliveries enable row level security;
create policy one_venue on deliveries to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on deliveries to barback_tenant_venues using (is_tenant_venue(venue_id));

create table delivery_lines (
  venue_id uuid not null,
  delivery_id uuid not null,
  ingredient_id uuid not null,
  bottles integer not null constraint delivery_lines_bottles check (bottles > 0),
  -- Millilitres that a bottle, bag or keg holds.
  bottle_ml numeric(10, 2) not null constraint delivery_lines_bottle_ml check (bottle_ml > 0),
  -- Of a bottle, with the time from which it is among the costs of the ingredient; null where none was entered.
  cents bigint,
  cost_from timestamptz(3),
  constraint delivery_lines_pkey primary key (venue_id, delivery_id, ingredient_id),
  constraint delivery_lines_cost check ((cents is null) = (cost_from is null))
);

select distribute_by_venue('delivery_lines');

alter table delivery_lines enable row level security;
create policy one_venue on delivery_lines to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on delivery_lines to barback_tenant_venues using (is_tenant_venue(venue_id));
