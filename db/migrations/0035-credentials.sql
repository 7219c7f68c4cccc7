-- compatible since: 0020
-- Second factors of accounts: a secret for codes of an authenticator app (TOTP), and recovery codes. Processes of the
-- release before sign in without them until they are replaced.

create table credentials (
  user_id uuid not null constraint credentials_user references users on delete cascade,
  id uuid not null,
  kind text not null constraint credentials_kind check (kind in ('totp', 'recovery')),
  -- totp: the secret, encrypted with SECRETS_KEY. recovery: the hash of the code.
  secret bytea not null,
  created_at timestamptz(3) not null,
  -- totp: null until its first code was typed; it is not asked for before.
  confirmed_at timestamptz(3),
  -- totp: step of the last code that was used, so that none works twice.
  last_step bigint,
  -- recovery: when the code was used up.
  used_at timestamptz(3),
  constraint credentials_pkey primary key (user_id, id)
);

create unique index credentials_one_totp on credentials (user_id) where kind = 'totp';

alter table credentials enable row level security;
create policy owner on credentials to barback_tenant, barback_tenant_venues
  using (user_id = tenant_owner());
