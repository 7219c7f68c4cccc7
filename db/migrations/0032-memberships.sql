-- compatible since: 0020
-- People of an owner's staff have accounts of their own, of type staff: a membership names their role and venues. Processes
-- of the release before let them sign in and do nothing.

alter table users
  drop constraint users_account_type,
  add constraint users_account_type
    check (account_type in ('owner', 'SUPER_ADMIN', 'superadmin', 'customer', 'staff')) not valid;

create table memberships (
  owner_id uuid not null constraint memberships_owner references users on delete cascade,
  user_id uuid not null constraint memberships_user references users on delete cascade,
  role text not null constraint memberships_role check (role in ('owner', 'manager', 'bartender', 'accountant')),
  -- Null for all venues of the owner, also later ones.
  venue_ids uuid[] constraint memberships_venues check (cardinality(venue_ids) > 0),
  state text not null default 'active' constraint memberships_state check (state in ('active', 'suspended')),
  invited_by uuid constraint memberships_invited_by references users on delete set null,
  created_at timestamptz(3) not null,
  constraint memberships_pkey primary key (owner_id, user_id),
  -- A person belongs to one owner.
  constraint memberships_one_owner unique (user_id)
);

-- An invitation becomes a membership when it is accepted. Only the hash of its token is stored; it changes when the
-- message with the link is sent.
create table invitations (
  owner_id uuid not null constraint invitations_owner references users on delete cascade,
  id uuid not null,
  -- In lower case.
  email text not null,
  role text not null constraint invitations_role check (role in ('owner', 'manager', 'bartender', 'accountant')),
  venue_ids uuid[] constraint invitations_venues check (cardinality(venue_ids) > 0),
  token_hash bytea not null constraint invitations_token unique,
  invited_by uuid constraint invitations_invited_by references users on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  constraint invitations_pkey primary key (owner_id, id),
  constraint invitations_id unique (id)
);

-- At most one invitation of an owner to an address is open.
create unique index invitations_open on invitations (owner_id, email)
  where accepted_at is null and withdrawn_at is null;

-- What an owner allows to the roles; no row for the usual settings.
create table role_settings (
  owner_id uuid constraint role_settings_pkey primary key
    constraint role_settings_owner references users on delete cascade,
  bartenders_see_money boolean not null default false,
  managers_change_prices boolean not null default false,
  manager_refund_cents integer not null default 10000
    constraint role_settings_manager_refund check (manager_refund_cents between 0 and 10000000)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['memberships', 'invitations', 'role_settings'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy owner on %I to barback_tenant, barback_tenant_venues using (owner_id = tenant_owner())',
      tenant_table
    );
  end loop;
end $$;

-- Role of a member who made a change.
alter table audit add column actor_role text;

-- Of a message that ends with the link of an invitation, which is made when the message is sent.
alter table messages add column invitation_id uuid;
