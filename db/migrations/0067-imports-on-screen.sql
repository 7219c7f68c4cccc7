-- compatible since: 0020
-- Imports of uploaded files: how far each has read or taken back, and the choices of a venue for the next file of its
-- kind.

-- Of the file; null for imports of the release before.
alter table imports add column bytes bigint;
alter table imports add column bytes_read bigint not null default 0;
-- Sales deleted so far.
alter table imports add column taken_back integer not null default 0;

create table import_mappings (
  venue_id uuid not null,
  -- SHA-256 of the names of the columns.
  header_hash bytea not null,
  -- As the contract has them.
  choices jsonb not null,
  used_at timestamptz(3) not null,
  constraint import_mappings_pkey primary key (venue_id, header_hash)
);

select distribute_by_venue('import_mappings');

alter table import_mappings enable row level security;
create policy one_venue on import_mappings to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on import_mappings to barback_tenant_venues using (is_tenant_venue(venue_id));
