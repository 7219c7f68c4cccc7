-- Accounts come first: everything else belongs to one. Sessions live in the database so that a logout or a password
-- change ends them at once on every API process.

create table users (
  id uuid primary key,
  account_type text not null constraint users_account_type check (account_type in ('owner', 'SUPER_ADMIN', 'superadmin', 'customer')),
  name text not null constraint users_name check (name <> ''),
  first_name text,
  last_name text,
  email text not null,
  password_hash text not null,
  created_at timestamptz(3) not null default now()
);

create unique index users_email on users (lower(email));
create index users_owners_by_name on users (lower(name), id) where account_type = 'owner';

create table sessions (
  id uuid primary key,
  user_id uuid not null constraint sessions_user references users on delete cascade,
  api_token_hash bytea not null constraint sessions_api_token unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);

create index sessions_user on sessions (user_id);

-- Tries that are limited (sign-in, registration), shared by all API processes; bucket names what is counted.
create table attempts (
  bucket text not null,
  at timestamptz(3) not null,
  id uuid not null,
  constraint attempts_pkey primary key (bucket, at, id)
);
