-- compatible since: 0020
-- Access tokens of programs. Processes of the release before refuse them.

create table api_tokens (
  id uuid not null constraint api_tokens_pkey primary key,
  owner_id uuid not null constraint api_tokens_owner references users on delete cascade,
  name text not null,
  token_hash bytea not null constraint api_tokens_hash unique,
  scopes text[] not null,
  -- Null for all venues of the owner, also later ones.
  venue_ids uuid[],
  -- Addresses and networks that may use it; empty for any.
  addresses text[] not null,
  created_at timestamptz(3) not null,
  created_by uuid constraint api_tokens_creator references users on delete set null,
  expires_at timestamptz(3) not null,
  -- To the minute.
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_tokens_of_owner on api_tokens (owner_id) where revoked_at is null;

alter table api_tokens enable row level security;
create policy owner on api_tokens to barback_tenant, barback_tenant_venues
  using (owner_id = tenant_owner());
