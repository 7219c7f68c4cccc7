-- compatible since: 0020
-- Sums of pours and of drinks by UTC hour and day, for figures that read more than a report. A job writes them behind the
-- sales, from the change log: sales write nothing more than before. Whoever reads them adds what the job has not read yet
-- from the sales themselves, so a figure is exact at any moment.
--
-- Sums of earlier sales are computed by the same job, day by day, newest first; a venue whose days are not summed yet is
-- answered from its sales. A process of the release before logs corrections without the former time of the sale: the
-- unit is then summed anew.

create table pour_sums (
  venue_id uuid not null,
  grain text not null constraint pour_sums_grain check (grain in ('hour', 'day')),
  bucket timestamptz not null,
  unit_id uuid not null,
  ingredient_id uuid not null,
  position smallint not null,
  pours bigint not null,
  -- What the pours should have been by the servings of their sales; where these are not stored with
  -- the sale, what was poured.
  expected_ml numeric(14, 2) not null,
  poured_ml numeric(14, 2) not null,
  -- Of whole pours that took a time.
  flow_ml numeric(14, 2) not null,
  flow_ms bigint not null,
  -- Pours that ended otherwise.
  empty bigint not null,
  blocked bigint not null,
  timeouts bigint not null,
  partials bigint not null,
  cancelled bigint not null,
  constraint pour_sums_pkey primary key (venue_id, unit_id, grain, bucket, ingredient_id, position)
) with (fillfactor = 80);

select distribute_by_venue('pour_sums');

create table drink_sums (
  venue_id uuid not null,
  grain text not null constraint drink_sums_grain check (grain in ('hour', 'day')),
  bucket timestamptz not null,
  unit_id uuid not null,
  -- Id of the drink on the menu; for a line without one, a hash of the venue and the name.
  drink_key uuid not null,
  is_double boolean not null,
  -- Of the last of these sales.
  name text not null,
  glasses bigint not null,
  poured_glasses bigint not null,
  -- Not poured; of sales of units only.
  failed_glasses bigint not null,
  -- At a price of 0.
  comp_glasses bigint not null,
  refunded_glasses bigint not null,
  -- Without refunded lines: as charged, and before discounts.
  sales_cents bigint not null,
  list_cents bigint not null,
  constraint drink_sums_pkey primary key (venue_id, unit_id, grain, bucket, drink_key, is_double)
) with (fillfactor = 80);

select distribute_by_venue('drink_sums');

-- Beside unit_state, whose rows sales lock.
create table sums_progress (
  venue_id uuid not null,
  unit_id uuid not null,
  -- Number of the change log up to which the sums have it.
  summed_to bigint not null,
  -- Start of the first UTC day whose sales are summed: infinity for none, -infinity for all.
  summed_from timestamptz not null,
  constraint sums_progress_pkey primary key (venue_id, unit_id)
);

select distribute_by_venue('sums_progress');

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['pour_sums', 'drink_sums', 'sums_progress'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy one_venue on %I to barback_tenant using (venue_id = tenant_venue())', tenant_table
    );
    execute format(
      'create policy several_venues on %I to barback_tenant_venues using (is_tenant_venue(venue_id))', tenant_table
    );
  end loop;
end $$;

-- What a change was made from: soldAt of a correction.
alter table changes add column detail jsonb;

-- As in 0047, with one more kind.
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
