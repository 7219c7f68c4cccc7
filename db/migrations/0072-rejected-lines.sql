-- compatible since: 0020
-- Lines of imported files that were rejected, so that they can be downloaded and corrected.

-- Names of the columns of the file; null for imports of the release before.
alter table imports add column columns text[];

create table rejected_lines (
  venue_id uuid not null,
  import_id uuid not null,
  -- Number in the file, from 1.
  line integer not null,
  reason text not null,
  cells text[] not null,
  constraint rejected_lines_pkey primary key (venue_id, import_id, line)
);

select distribute_by_venue('rejected_lines');

alter table rejected_lines enable row level security;
create policy one_venue on rejected_lines to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on rejected_lines to barback_tenant_venues using (is_tenant_venue(venue_id));
