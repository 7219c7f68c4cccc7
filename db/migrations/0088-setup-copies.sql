-- compatible since: 0020
-- Copies of the setup of a unit to others, to undo them: one row for each unit that was changed.

create table setup_copies (
  venue_id uuid not null,
  id uuid not null,
  unit_id uuid not null,
  made_at timestamptz(3) not null,
  person text not null,
  -- Setup of the unit before and after.
  was jsonb not null,
  made jsonb not null,
  undone_at timestamptz(3),
  constraint setup_copies_pkey primary key (venue_id, id, unit_id)
);

select distribute_by_venue('setup_copies');

create index setup_copies_id on setup_copies (id);

alter table setup_copies enable row level security;
create policy one_venue on setup_copies to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on setup_copies to barback_tenant_venues using (is_tenant_venue(venue_id));
