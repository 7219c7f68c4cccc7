-- compatible since: 0020
-- Price plans, such as a happy hour, and what they said when, for sales that arrive later. Processes of the release
-- before sell at base prices; a sale at the price of a plan that they refuse is kept, and can be taken.

create table price_plans (
  venue_id uuid not null,
  id uuid not null,
  name text not null,
  state text not null constraint price_plans_state check (state in ('draft', 'active', 'ended')),
  -- Times, units, drinks, categories, change and priority.
  settings jsonb not null,
  person text not null,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  constraint price_plans_pkey primary key (venue_id, id)
);

select distribute_by_venue('price_plans');

-- While a plan was active, with what it said then; also of deleted plans.
create table price_plan_periods (
  venue_id uuid not null,
  plan_id uuid not null,
  from_at timestamptz(3) not null,
  until_at timestamptz(3),
  settings jsonb not null,
  constraint price_plan_periods_pkey primary key (venue_id, plan_id, from_at)
);

select distribute_by_venue('price_plan_periods');

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['price_plans', 'price_plan_periods'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy one_venue on %I to barback_tenant using (venue_id = tenant_venue())', tenant_table
    );
    execute format(
      'create policy several_venues on %I to barback_tenant_venues using (is_tenant_venue(venue_id))', tenant_table
    );
  end loop;
end $$;

-- Raised with each change of the plans or the clock of a venue: what was read of them before is cached.
alter table venues add column price_plans_version integer not null default 0;
