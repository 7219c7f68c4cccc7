-- compatible since: 0020
-- Automatic refunds of drinks that were not poured: whether, after how long, and for how much a night. Processes of the
-- release before open no cases, and so refund nothing automatically.

create table refund_policies (
  venue_id uuid not null,
  policy text not null constraint refund_policies_policy check (policy in ('off', 'nothing_poured')),
  delay_minutes smallint not null constraint refund_policies_delay check (delay_minutes between 0 and 60),
  -- Most that is refunded automatically in a night.
  cap_cents bigint not null constraint refund_policies_cap check (cap_cents >= 0),
  constraint refund_policies_pkey primary key (venue_id)
);

select distribute_by_venue('refund_policies');

create policy one_venue on refund_policies to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on refund_policies to barback_tenant_venues using (is_tenant_venue(venue_id));
alter table refund_policies enable row level security;

-- When an automatic refund was requested; null for cases that people settle.
alter table pour_cases add column automatic_at timestamptz(3);

create index pour_cases_automatic on pour_cases (venue_id, automatic_at) where automatic_at is not null;

-- As in 0048, with one more kind.
create or replace function queue_job(kind text, key text, payload jsonb, run_at timestamptz) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  as $$
declare
  order_of_kind integer := case kind
    when 'settle refund' then -20
    when 'refund case' then -20
    when 'announce restock' then -10
    when 'send password reset' then -10
    when 'remove file' then 0
    when 'remove bundle' then 0
    when 'sweep files' then 0
    when 'sweep bundles' then 0
    when 'sweep sessions' then 0
    when 'sweep order receipts' then 0
    when 'sweep changes' then 0
    when 'sum sales' then 0
    when 'make partitions' then 0
    when 'forget done jobs' then 0
    when 'send confirmation' then 10
    when 'send message' then 10
    when 'fill in snapshots' then 20
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
