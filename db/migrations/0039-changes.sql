-- compatible since: 0020
-- The change log: what happened to a unit, numbered without gaps and in the order of the commits. The number is counted
-- under the lock of the unit, which everything that is logged holds, so whoever has read number n has missed nothing
-- before it. Numbers of a sequence, or times, do not promise that. Processes of the release before log nothing.

alter table unit_state add column last_number bigint not null default 0;

create table changes (
  venue_id uuid not null,
  unit_id uuid not null,
  number bigint not null,
  at timestamptz(3) not null,
  kind text not null constraint changes_kind check (kind in (
    'sale', 'correction', 'refund_requested', 'refund_settled', 'refund_failed', 'refund_returned', 'stock', 'menu',
    'refused'
  )),
  order_id uuid,
  drink_index smallint,
  constraint changes_pkey primary key (venue_id, unit_id, number)
);

create index changes_by_time on changes (at);

select distribute_by_venue('changes');

alter table changes enable row level security;
create policy one_venue on changes to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on changes to barback_tenant_venues using (is_tenant_venue(venue_id));

-- As in 0034, with one more kind.
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
    when 'sweep changes' then 0
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
