-- compatible since: 0020
-- A sale is priced as of the time at which it was sold. What was charged before a change is stored when it changes: the
-- present price stays where it is, and processes of the release before, which store no former prices, charge the present
-- ones as they always did.

-- Price of a drink, or of an ingredient, in a unit until a moment.
create table former_prices (
  venue_id uuid not null,
  unit_id uuid not null,
  item_id uuid not null,
  until_at timestamptz(3) not null,
  price_cents bigint not null,
  double_price_cents bigint,
  constraint former_prices_pkey primary key (venue_id, unit_id, item_id, until_at)
);

select distribute_by_venue('former_prices');

-- Tax percentage of a venue, or discount of a unit as a fraction, until a moment; subject_id is that venue or unit.
create table former_rates (
  venue_id uuid not null,
  subject_id uuid not null,
  until_at timestamptz(3) not null,
  rate numeric(7, 4) not null,
  constraint former_rates_pkey primary key (venue_id, subject_id, until_at)
);

select distribute_by_venue('former_rates');

-- Times without contact to a unit: from its last request to the next one, if they are more than a quarter of an hour
-- apart. A unit cannot know of a price that changed meanwhile.
create table contact_gaps (
  venue_id uuid not null,
  unit_id uuid not null,
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  constraint contact_gaps_pkey primary key (venue_id, unit_id, from_at),
  constraint contact_gaps_order check (from_at < until_at)
);

select distribute_by_venue('contact_gaps');

alter table unit_state
  -- Last request with a key of the unit, to the minute.
  add column last_contact_at timestamptz(3),
  -- End of its last gap; null before its first request.
  add column contact_since timestamptz(3),
  -- Last change of anything that the unit charges: prices, discount or tax.
  add column prices_changed_at timestamptz(3);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['former_prices', 'former_rates', 'contact_gaps'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy one_venue on %I to barback_tenant using (venue_id = tenant_venue())', tenant_table
    );
    execute format(
      'create policy several_venues on %I to barback_tenant_venues using (is_tenant_venue(venue_id))', tenant_table
    );
  end loop;
end $$;
