-- compatible since: 0020
-- A certificate of each night: its figures, and a hash of the sales that they were made of, chained with the night before.
-- Processes of the release before make none.

create table night_certificates (
  venue_id uuid not null,
  -- `YYYY-MM-DD`.
  day text not null,
  -- 1 is made after the end of the night, later ones where it changed afterwards.
  version smallint not null constraint night_certificates_version check (version > 0),
  made_at timestamptz(3) not null,
  body jsonb not null,
  -- SHA-256 of the body as canonical JSON, with the version and the hash of the night before.
  hash bytea not null,
  -- Of the last version of the night before; null for the first night.
  previous_hash bytea,
  constraint night_certificates_pkey primary key (venue_id, day, version)
);

select distribute_by_venue('night_certificates');

alter table night_certificates enable row level security;
create policy one_venue on night_certificates to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on night_certificates to barback_tenant_venues using (is_tenant_venue(venue_id));

-- When the nights of a venue are looked at next, and the number of the change log of each unit up to which they are
-- certified. Beside the times at which its sums are compared.
alter table venue_verifications
  add column certify_at timestamptz(3) not null default '-infinity',
  add column certified_to jsonb not null default '{}';
create index venue_verifications_certify on venue_verifications (certify_at);
