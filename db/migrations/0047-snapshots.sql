-- compatible since: 0020
-- A line keeps the servings, the prices of its ingredients and the price before the discount of the time at which it was
-- sold: later changes of a recipe, a price or a discount leave it as it was. The defaults are constants, so no row is
-- rewritten.
--
-- Lines of before, and those that a process of the release before stores, have no such values: an empty array or null is
-- not known. A job per venue fills in the servings and prices of ingredients as they are at this upgrade; snapshot stays
-- false there. The price before the discount cannot be known from present values.

alter table ordered_drinks
  -- Serving of a single, by ingredient.
  add column serving_ml numeric(10, 2)[] not null default '{}',
  -- Price of each ingredient in one such drink.
  add column ingredient_price_cents bigint[] not null default '{}',
  add column list_price_cents bigint,
  add column snapshot boolean not null default false;

-- As in 0039, with one more kind.
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

select queue_job(
  'fill in snapshots', 'fill in snapshots of ' || id, jsonb_build_object('venueId', id, 'after', null), now()
) from venues;
