-- compatible since: 0020
-- A venue's business day starts at a time of its own clock, so that Friday night is one day until the bar closes. A
-- venue without a row has calendar days, as before.

create table venue_clocks (
  venue_id uuid not null constraint venue_clocks_venue references venues on delete cascade,
  -- In force from this business day on, until that of the next row; the first is also in force before.
  from_day date not null,
  timezone text not null,
  starts_minutes smallint not null constraint venue_clocks_starts
    check (starts_minutes between 0 and 720 and starts_minutes % 30 = 0),
  set_by uuid,
  set_at timestamptz(3) not null,
  constraint venue_clocks_pkey primary key (venue_id, from_day)
);

-- Opening hours of a business day, 0 being Sunday; they may end after midnight, up to 36:00.
create table venue_hours (
  venue_id uuid not null constraint venue_hours_venue references venues on delete cascade,
  weekday smallint not null constraint venue_hours_weekday check (weekday between 0 and 6),
  opens_minutes smallint not null constraint venue_hours_opens check (opens_minutes between 0 and 2159),
  closes_minutes smallint not null constraint venue_hours_closes
    check (closes_minutes > opens_minutes and closes_minutes <= 2160),
  constraint venue_hours_pkey primary key (venue_id, weekday, opens_minutes)
);

-- Single business days that ended at another time, were closed on purpose or were special.
create table venue_nights (
  venue_id uuid not null constraint venue_nights_venue references venues on delete cascade,
  day date not null,
  ends_at timestamptz(3),
  closed boolean not null default false,
  special boolean not null default false,
  note text not null default '',
  constraint venue_nights_pkey primary key (venue_id, day)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['venue_clocks', 'venue_hours', 'venue_nights'] loop
    perform distribute_by_venue(tenant_table::regclass);
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy one_venue on %I to barback_tenant using (venue_id = tenant_venue())', tenant_table);
    execute format(
      'create policy several_venues on %I to barback_tenant_venues using (is_tenant_venue(venue_id))',
      tenant_table
    );
  end loop;
end $$;
