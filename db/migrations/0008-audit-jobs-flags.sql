-- What happened to money, secrets and access; work to be done after a commit; and the switches of the embedded flag provider.

create table audit (
  id uuid primary key,
  at timestamptz(3) not null,
  actor_id uuid,
  actor_name text not null,
  on_behalf_of uuid,
  address text not null,
  action text not null,
  target text not null,
  result text not null,
  old_value jsonb,
  new_value jsonb
);

create index audit_by_owner on audit (on_behalf_of, at desc);
create index audit_by_time on audit (at desc);

create function refuse_change() returns trigger
  language plpgsql
  as $$ begin raise exception 'The audit trail is append-only'; end $$;

create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- A job is leased by one worker at a time; the key keeps the same work from being queued twice.
create table jobs (
  id uuid primary key,
  kind text not null,
  key text constraint jobs_key unique,
  payload jsonb not null,
  run_at timestamptz(3) not null,
  attempts smallint not null default 0,
  leased_until timestamptz(3),
  done_at timestamptz(3),
  last_error text
);

create index jobs_due on jobs (run_at) where done_at is null;

create table flag_switches (
  kind text not null constraint flag_switches_kind check (kind in ('venue', 'unit')),
  key text not null,
  flag text not null,
  enabled boolean not null,
  constraint flag_switches_pkey primary key (kind, key, flag)
);
