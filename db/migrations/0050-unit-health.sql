-- compatible since: 0020
-- Health of units: times in service, in which nothing is found wrong with them, when the server was down, and the rhythm
-- of the requests of each unit.

create table unit_services (
  venue_id uuid not null,
  unit_id uuid not null,
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  begun_by uuid,
  -- Null for one that ended, or will end, by itself.
  ended_by uuid,
  constraint unit_services_pkey primary key (venue_id, unit_id, from_at),
  constraint unit_services_order check (from_at <= until_at)
);

select distribute_by_venue('unit_services');

alter table unit_services enable row level security;
create policy one_venue on unit_services to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on unit_services to barback_tenant_venues using (is_tenant_venue(venue_id));

-- One row, renewed while any process of the server is up. A longer time without renewal was an outage.
create table server_uptime (
  is_only boolean not null default true constraint server_uptime_is_only check (is_only),
  up_at timestamptz(3) not null,
  outage_from timestamptz(3),
  outage_until timestamptz(3),
  constraint server_uptime_pkey primary key (is_only)
);

revoke insert, update, delete on server_uptime from barback_tenant, barback_tenant_venues;

create index contact_gaps_by_end on contact_gaps (venue_id, until_at);

-- Last, since it stops the orders until the end of the transaction.
-- The last 50 times between two contacts in seconds, newest first.
alter table unit_state add column contact_gaps_s smallint[] not null default '{}';
