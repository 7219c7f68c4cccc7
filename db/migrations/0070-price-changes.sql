-- compatible since: 0020
-- Changes of many prices at once, to undo them.

create table price_changes (
  venue_id uuid not null,
  id uuid not null,
  made_at timestamptz(3) not null,
  person text not null,
  -- "−15%, to .50".
  description text not null,
  drinks integer not null,
  undone_at timestamptz(3),
  constraint price_changes_pkey primary key (venue_id, id)
);

select distribute_by_venue('price_changes');

create table changed_prices (
  venue_id uuid not null,
  change_id uuid not null,
  drink_id uuid not null,
  was_cents bigint not null,
  is_cents bigint not null,
  -- Null for a double that follows from its ingredients.
  was_double_cents bigint,
  is_double_cents bigint,
  constraint changed_prices_pkey primary key (venue_id, change_id, drink_id)
);

select distribute_by_venue('changed_prices');

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['price_changes', 'changed_prices'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy one_venue on %I to barback_tenant using (venue_id = tenant_venue())', tenant_table
    );
    execute format(
      'create policy several_venues on %I to barback_tenant_venues using (is_tenant_venue(venue_id))', tenant_table
    );
  end loop;
end $$;
