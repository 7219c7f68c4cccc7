-- compatible since: 0020
-- A super admin acts for an owner for an hour, with a reason; and people change their own email with a link that is sent
-- to the new one.

-- One row per session of a super admin and owner at a time.
create table acting_grants (
  id uuid not null,
  session_id uuid not null constraint acting_grants_session references sessions on delete cascade,
  user_id uuid not null constraint acting_grants_user references users on delete cascade,
  owner_id uuid not null constraint acting_grants_owner references users on delete cascade,
  reason text not null,
  address text not null,
  started_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When it was stopped or had expired; null until that is in the audit log.
  ended_at timestamptz(3),
  constraint acting_grants_pkey primary key (id)
);
create unique index acting_grants_open on acting_grants (session_id, owner_id) where ended_at is null;
-- For the deletion of sessions.
create index acting_grants_session on acting_grants (session_id);

-- Rows of super admins: no tenant reads or writes any.
revoke all on acting_grants from barback_tenant, barback_tenant_venues;

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose
  check (purpose in ('confirmation', 'password_reset', 'email_change'));
alter table messages drop constraint messages_link_purpose;
alter table messages add constraint messages_link_purpose
  check (link_purpose in ('confirmation', 'password_reset', 'email_change')) not valid;
