-- compatible since: 0020
-- A recurring job compares what is stored twice for a sample of venues. Processes of the release before leave it to
-- others.

-- When each venue is compared next, and what was found last. On the coordinator, as the queue of jobs: of several
-- workers, one gets each venue.
create table venue_verifications (
  venue_id uuid not null constraint venue_verifications_pkey primary key,
  verify_at timestamptz(3) not null,
  -- Null until it was compared.
  verified_at timestamptz(3),
  -- Number of differences found last, and the first of them as sentences.
  differences integer not null default 0,
  sentences text[] not null default '{}',
  -- Spans of sales that differed, in epoch milliseconds: compared again until they agree.
  spans jsonb not null default '[]',
  -- Earlier sales are compared next; null to begin again with the newest.
  earlier_than timestamptz(3)
);
create index venue_verifications_due on venue_verifications (verify_at);

alter table venue_verifications enable row level security;
create policy one_venue on venue_verifications to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on venue_verifications to barback_tenant_venues using (is_tenant_venue(venue_id));

-- As in 0059, with one more kind.
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
    when 'send report mail' then 15
    when 'send close-outs' then 0
    when 'check alerts' then -10
    when 'watch venues' then 0
    when 'fill in snapshots' then 20
    when 'verify venues' then 20
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
