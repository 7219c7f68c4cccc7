-- compatible since: 0020
-- What each unit reported last, beside unit_state, whose rows sales lock.

create table unit_heartbeats (
  venue_id uuid not null,
  unit_id uuid not null,
  received_at timestamptz(3) not null,
  software text not null,
  started_at timestamptz(3),
  reader_state text not null
    constraint unit_heartbeats_reader_state check (reader_state in ('ready', 'busy', 'offline', 'unknown')),
  -- Sales that the unit has not been able to send yet; null if it does not say.
  queued_sales integer constraint unit_heartbeats_queued_sales check (queued_sales >= 0),
  -- Differences of the unit's clock from ours in milliseconds, newest first, at most five.
  clock_skews_ms bigint[] not null,
  -- Places that are not ok, and the state of each.
  positions smallint[] not null,
  position_states text[] not null,
  constraint unit_heartbeats_pkey primary key (venue_id, unit_id)
);

select distribute_by_venue('unit_heartbeats');

alter table unit_heartbeats enable row level security;
create policy one_venue on unit_heartbeats to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on unit_heartbeats to barback_tenant_venues using (is_tenant_venue(venue_id));
