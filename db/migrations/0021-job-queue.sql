-- Jobs move to the queue of graphile-worker, in the schema that its own migrations have created before this file. Requests
-- run as roles without access to that schema: they queue jobs through the functions below, which check the kind of job.

-- Processes that run jobs, by the id under which the queue locks a job for them. Each confirms by the clock of the
-- database that it is alive; the locks of one that no longer does are released.
create table job_workers (
  id text constraint job_workers_pkey primary key,
  seen_at timestamptz not null
);

revoke all on job_workers from barback_tenant, barback_tenant_venues;

-- Does nothing while a job of this key is queued. Numerically smaller priorities run first.
create function queue_job(kind text, key text, payload jsonb, run_at timestamptz) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  as $$
declare
  order_of_kind integer := case kind
    when 'settle refund' then -20
    when 'announce restock' then -10
    when 'remove file' then 0
    when 'remove bundle' then 0
    when 'sweep files' then 0
    when 'sweep bundles' then 0
    when 'sweep sessions' then 0
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

-- Moves a job that is due earlier to this time, unless it is running.
create function postpone_job(key text, run_at timestamptz) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  as $$
begin
  perform graphile_worker.reschedule_jobs(array_agg(jobs.id), run_at => postpone_job.run_at)
  from graphile_worker.jobs
  where jobs.key = postpone_job.key and jobs.run_at < postpone_job.run_at;
end $$;

-- Adds a job of another queue, with its attempts: of the table below, and of a backup.
create function adopt_job(
  kind text, key text, payload jsonb, run_at timestamptz, attempts integer, last_error text
) returns void
  language plpgsql
  as $$
declare
  added bigint[] := array[queue_job(kind, key, payload, run_at)];
begin
  if last_error is not null then
    perform graphile_worker.permanently_fail_jobs(added, last_error);
  end if;
  perform graphile_worker.reschedule_jobs(added, attempts => adopt_job.attempts);
end $$;

revoke all on function queue_job, postpone_job, adopt_job from public;
grant execute on function queue_job, postpone_job to barback_tenant, barback_tenant_venues;

-- A leased job waits for the end of its lease, because a process of the release before may be running it; one that a
-- restore has parked waits for ever. What was given up stays visible for a month.
select adopt_job(
  kind, key, payload,
  coalesce(done_at, greatest(run_at, leased_until), run_at),
  case when done_at is null then least(attempts, 7) else 8 end,
  last_error
)
from jobs
where (done_at is null or last_error is not null)
  and kind in (
    'settle refund', 'announce restock', 'send message', 'remove file', 'remove bundle',
    'sweep files', 'sweep bundles', 'sweep sessions', 'forget done jobs'
  )
order by id;

-- The table stays empty, for processes of the release before that still run during a rolling upgrade: what they insert
-- is queued. None can be started any more, because it would run no jobs.
delete from jobs;

create function queue_inserted_job() returns trigger
  language plpgsql
  as $$ begin
    perform queue_job(new.kind, new.key, new.payload, new.run_at);
    return null;
  end $$;

create trigger jobs_queued before insert on jobs
  for each row execute function queue_inserted_job();
