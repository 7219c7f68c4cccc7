-- compatible since: 0020
-- Orders of stock at suppliers, and what is to be ordered: par, supplier and case of each ingredient. A process of the
-- release before reads and writes none of them; a delivery that it undoes stays received in its order.

alter table suppliers
  -- From one delivery to the next; null where that is not known.
  add column delivery_days smallint constraint suppliers_delivery_days check (delivery_days > 0),
  -- From an order to its delivery.
  add column lead_days smallint not null default 0 constraint suppliers_lead_days check (lead_days >= 0);

create table ingredient_supplies (
  venue_id uuid not null,
  ingredient_id uuid not null,
  -- Null, or one that was deleted, where none is chosen.
  supplier_id uuid,
  -- Bottles to have after a delivery; null where none was typed.
  par integer constraint ingredient_supplies_par check (par >= 0),
  -- Millilitres of a bottle as it is bought; null where it is as in the units.
  bottle_ml numeric(10, 2) constraint ingredient_supplies_bottle_ml check (bottle_ml > 0),
  -- Bottles in a case; null where it is that of the cost.
  case_size smallint constraint ingredient_supplies_case_size check (case_size > 0),
  constraint ingredient_supplies_pkey primary key (venue_id, ingredient_id)
);

select distribute_by_venue('ingredient_supplies');

alter table ingredient_supplies enable row level security;
create policy one_venue on ingredient_supplies to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on ingredient_supplies to barback_tenant_venues using (is_tenant_venue(venue_id));

create table stock_orders (
  venue_id uuid not null,
  id uuid not null,
  -- Chosen by the client: the same order again is made once.
  key text not null,
  -- Name at that time: suppliers can be deleted.
  supplier text not null,
  -- Address to which it was mailed; null where it was not.
  mailed_to text,
  ordered_at timestamptz(3) not null,
  -- Null for a program.
  ordered_by uuid,
  -- When all of it had come.
  received_at timestamptz(3),
  -- When what had not come was cancelled.
  cancelled_at timestamptz(3),
  constraint stock_orders_pkey primary key (venue_id, id),
  constraint stock_orders_key unique (venue_id, key)
);
create index stock_orders_open on stock_orders (venue_id) where received_at is null and cancelled_at is null;

select distribute_by_venue('stock_orders');

alter table stock_orders enable row level security;
create policy one_venue on stock_orders to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on stock_orders to barback_tenant_venues using (is_tenant_venue(venue_id));

create table stock_order_lines (
  venue_id uuid not null,
  order_id uuid not null,
  ingredient_id uuid not null,
  bottles integer not null constraint stock_order_lines_bottles check (bottles > 0),
  bottle_ml numeric(10, 2) not null constraint stock_order_lines_bottle_ml check (bottle_ml > 0),
  case_size smallint not null constraint stock_order_lines_case_size check (case_size > 0),
  -- Bottles that have come.
  received integer not null default 0 constraint stock_order_lines_received check (received >= 0),
  constraint stock_order_lines_pkey primary key (venue_id, order_id, ingredient_id)
);

select distribute_by_venue('stock_order_lines');

alter table stock_order_lines enable row level security;
create policy one_venue on stock_order_lines to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on stock_order_lines to barback_tenant_venues using (is_tenant_venue(venue_id));

-- Order that it was received of; null without one.
alter table deliveries add column order_id uuid;
