-- compatible since: 0020
-- Idempotency keys of orders, in a table of their own: a unique key without a time cannot be kept on a table that is
-- partitioned by time, and keys have an end of life that sales do not have. Processes of the release before know only
-- the key of the order. The unique index orders_idempotency stays, so that no mix of them stores a sale twice.

create table order_receipts (
  venue_id uuid not null,
  unit_id uuid not null,
  idempotency_key text not null,
  order_id uuid not null,
  body_hash bytea not null,
  -- Null for imported sales, whose keys do not end: a file may be imported again at any time.
  received_at timestamptz(3),
  constraint order_receipts_pkey primary key (venue_id, unit_id, idempotency_key)
);

create index order_receipts_by_time on order_receipts (received_at) where received_at is not null;

select distribute_by_venue('order_receipts');

alter table order_receipts enable row level security;
create policy one_venue on order_receipts to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on order_receipts to barback_tenant_venues using (is_tenant_venue(venue_id));

-- As in 0021, with two more kinds.
create or replace function queue_job(kind text, key text, payload jsonb, run_at timestamptz) returns bigint
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
