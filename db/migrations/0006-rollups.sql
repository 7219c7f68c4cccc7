-- Sums kept in the same transaction as the sales, so that a report over a year reads a few hundred rows. Buckets are hours,
-- days and months of UTC; the edges of a range that no bucket fits are summed from the sales themselves.

create table sales_rollups (
  venue_id uuid not null,
  grain text not null constraint sales_rollups_grain check (grain in ('hour', 'day', 'month')),
  bucket timestamptz not null,
  unit_id uuid not null,
  orders bigint not null,
  -- All lines, refunded or not.
  price_cents bigint not null,
  fee_cents bigint not null,
  servings bigint not null,
  duration_ms bigint not null,
  timed_orders bigint not null,
  -- Lines not refunded.
  sales_cents bigint not null,
  tax_cents bigint not null,
  tip_cents bigint not null,
  -- Price, tax and tip of refunded lines.
  refund_cents bigint not null,
  constraint sales_rollups_pkey primary key (venue_id, grain, bucket, unit_id)
) with (fillfactor = 80);

create table drink_rollups (
  venue_id uuid not null,
  grain text not null constraint drink_rollups_grain check (grain in ('hour', 'day', 'month')),
  bucket timestamptz not null,
  unit_id uuid not null,
  name text not null,
  quantity bigint not null,
  amount_cents bigint not null,
  constraint drink_rollups_pkey primary key (venue_id, grain, bucket, unit_id, name)
) with (fillfactor = 80);
