-- compatible since: 0020
-- Wall displays: screens without an account that show the live night of a venue. Processes of the release before refuse
-- their keys.

create table walls (
  id uuid not null constraint walls_pkey primary key,
  venue_id uuid not null constraint walls_venue references venues on delete cascade,
  label text not null,
  -- Whether its stream leaves out amounts.
  hide_money boolean not null,
  key_hash bytea not null constraint walls_hash unique,
  created_at timestamptz(3) not null,
  created_by uuid constraint walls_creator references users on delete set null,
  -- To the minute, also while a stream is open.
  last_seen_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index walls_in_use on walls (venue_id) where revoked_at is null;

alter table walls enable row level security;
create policy one_venue on walls to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on walls to barback_tenant_venues using (is_tenant_venue(venue_id));
