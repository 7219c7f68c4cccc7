-- compatible since: 0020
-- Passwords are reset with a link that works once, the list of sessions names the device and the last use of each, and an
-- account can be locked. Processes of the release before go on signing a locked account in until they are replaced.

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose
  check (purpose in ('confirmation', 'password_reset'));
create index one_time_tokens_account on one_time_tokens (account_id);

alter table messages drop constraint messages_link_purpose;
alter table messages add constraint messages_link_purpose
  check (link_purpose in ('confirmation', 'password_reset')) not valid;

-- Null in sessions of earlier releases.
alter table sessions add column user_agent text;
-- When the session was begun or last renewed.
alter table sessions add column last_used_at timestamptz(3);

-- Null unless locked: no sign-in, and no session is valid.
alter table users add column locked_at timestamptz(3);

-- As in 0028, with one more kind.
create or replace function queue_job(kind text, key text, payload jsonb, run_at timestamptz) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  as $$
declare
  order_of_kind integer := case kind
    when 'settle refund' then -20
    when 'announce restock' then -10
    when 'send password reset' then -10
    when 'remove file' then 0
    when 'remove bundle' then 0
    when 'sweep files' then 0
    when 'sweep bundles' then 0
    when 'sweep sessions' then 0
    when 'sweep order receipts' then 0
    when 'make partitions' then 0
    when 'forget done jobs' then 0
    when 'send confirmation' then 10
    when 'send message' then 10
  end;
begin
  if order_of_kind is null then
    raise exception 'Unknown kind of job: %', kind using errcode = 'check_violation';
  end if;
  return (graphile_worker.add_job(
    kind, payload::json, run_at => queue_job.run_at, max_attempts => 8,
    job_key => queue_job.key, priority => order_of_kind, job_key_mode => 'unsafe_dedupe'
  )).id;
end $$;
