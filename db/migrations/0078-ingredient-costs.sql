-- compatible since: 0020
-- What ingredients cost a venue, each from a time on: of two costs the later one holds. Before the first one it is an
-- estimate. A process of the release before knows nothing of costs.

create table ingredient_costs (
  venue_id uuid not null,
  ingredient_id uuid not null,
  from_at timestamptz(3) not null,
  -- Of a bottle, bag or keg.
  cents bigint not null constraint ingredient_costs_cents check (cents >= 0),
  -- Millilitres that it holds.
  per_ml numeric(10, 2) not null constraint ingredient_costs_per_ml check (per_ml > 0),
  -- Bottles in a case; null where they are bought one by one.
  case_size smallint constraint ingredient_costs_case_size check (case_size > 0),
  supplier text not null default '',
  constraint ingredient_costs_pkey primary key (venue_id, ingredient_id, from_at)
);

select distribute_by_venue('ingredient_costs');

create policy one_venue on ingredient_costs to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on ingredient_costs to barback_tenant_venues using (is_tenant_venue(venue_id));
alter table ingredient_costs enable row level security;
