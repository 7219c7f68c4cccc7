-- compatible since: 0020
-- Setups of units that were saved under a name, to be copied to units. Processes of the release before use none.

create table setup_templates (
  id uuid not null constraint setup_templates_pkey primary key,
  -- Null for one of the super administrators, for the units of all owners.
  owner_id uuid constraint setup_templates_owner references users on delete cascade,
  name text not null,
  -- As copies store it, without ids and pictures.
  setup jsonb not null,
  made_at timestamptz(3) not null,
  person text not null
);
create unique index setup_templates_name on setup_templates (owner_id, lower(name));
create unique index setup_templates_name_for_all on setup_templates (lower(name)) where owner_id is null;

alter table setup_templates enable row level security;
create policy owner on setup_templates to barback_tenant, barback_tenant_venues
  using (owner_id = tenant_owner());
create policy for_all_owners on setup_templates for select to barback_tenant, barback_tenant_venues
  using (owner_id is null);
