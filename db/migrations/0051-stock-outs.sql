-- compatible since: 0020
-- Times without an ingredient in a unit, so that a forecast does not take them for nights on which nobody ordered it;
-- places that a pour found empty although they are not by the books; refills with the key of their request; and the time
-- of day at which a venue is refilled.

-- Less than a serving of the ingredient in all of its places, or no place at all.
create table stock_outs (
  venue_id uuid not null,
  unit_id uuid not null,
  ingredient_id uuid not null,
  from_at timestamptz(3) not null,
  -- Null while it lasts.
  until_at timestamptz(3),
  constraint stock_outs_pkey primary key (venue_id, unit_id, ingredient_id, from_at)
);

select distribute_by_venue('stock_outs');

alter table stock_outs enable row level security;
create policy one_venue on stock_outs to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on stock_outs to barback_tenant_venues using (is_tenant_venue(venue_id));

-- What is out now has been so from an unknown time on: it counts from here.
insert into stock_outs (venue_id, unit_id, ingredient_id, from_at)
select entry.venue_id, entry.unit_id, entry.ingredient_id, now()
from unit_inventory as entry
join ingredients as ingredient on ingredient.venue_id = entry.venue_id and ingredient.id = entry.ingredient_id
left join (
  select venue_id, unit_id, ingredient_id, sum(remaining_ml) as remaining_ml
  from unit_positions group by venue_id, unit_id, ingredient_id
) as held on held.venue_id = entry.venue_id and held.unit_id = entry.unit_id
  and held.ingredient_id = entry.ingredient_id
where coalesce(held.remaining_ml, 0) < ingredient.serving_size_ml;

-- Of venues that are refilled at the same time each day.
create table refill_plans (
  venue_id uuid not null,
  -- After midnight.
  at_minutes smallint not null constraint refill_plans_at check (at_minutes between 0 and 1439),
  constraint refill_plans_pkey primary key (venue_id)
);

select distribute_by_venue('refill_plans');

alter table refill_plans enable row level security;
create policy one_venue on refill_plans to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on refill_plans to barback_tenant_venues using (is_tenant_venue(venue_id));

-- Of the request that refilled the position; its movement is the last one of the position with this number.
alter table stock_movements add column key text;
create unique index stock_movements_once on stock_movements (venue_id, unit_id, key) where key is not null;

-- Last, since it stops the orders until the end of the transaction.
-- When a pour found the position empty, until the next whole pour or a change of its level.
alter table unit_positions add column reported_empty_at timestamptz(3);
