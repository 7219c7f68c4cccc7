-- compatible since: 0020
-- Mails about the sales of a venue that people subscribe to, and what each stated. Processes of the release before send
-- none.

create table report_subscriptions (
  id uuid not null constraint report_subscriptions_pkey primary key,
  user_id uuid not null constraint report_subscriptions_user references users on delete cascade,
  venue_ids uuid[] not null constraint report_subscriptions_venues check (cardinality(venue_ids) > 0),
  kind text not null
    constraint report_subscriptions_kind check (kind in ('closeout', 'weekly', 'monthly', 'csv')),
  -- After the end of the night, by the clock of the venue.
  delay_minutes smallint constraint report_subscriptions_delay check (delay_minutes between 0 and 720),
  -- Or at a time of the day, after midnight.
  at_minutes smallint constraint report_subscriptions_at check (at_minutes between 0 and 1439),
  weekday smallint constraint report_subscriptions_weekday check (weekday between 0 and 6),
  -- Of the days of a venue without a clock.
  timezone text not null,
  -- Whether a night without a sale is mailed too.
  empty_nights boolean not null default true,
  paused boolean not null default false,
  created_at timestamptz(3) not null,
  -- Mails that were due before are not sent: when it was created or resumed.
  from_at timestamptz(3) not null,
  -- When it is looked at next. The time of sending is computed anew then, from the clock of the venue.
  check_at timestamptz(3) not null,
  -- Of the link that ends the subscription, which each of its mails contains.
  token text not null constraint report_subscriptions_token unique,
  constraint report_subscriptions_one_time check ((delay_minutes is null) <> (at_minutes is null)),
  constraint report_subscriptions_one_venue check (kind <> 'closeout' or cardinality(venue_ids) = 1),
  constraint report_subscriptions_once unique (user_id, kind, venue_ids)
);
create index report_subscriptions_due on report_subscriptions (check_at) where not paused;

-- What a mail stated about a period: version 1 is the mail of the period itself, later ones are corrections. A row is
-- written in the transaction of its message, so that each is sent once.
create table report_tellings (
  subscription_id uuid not null
    constraint report_tellings_subscription references report_subscriptions on delete cascade,
  -- Of the subscription.
  user_id uuid not null,
  -- Its day.
  period text not null,
  version smallint not null,
  -- Start, end and figures of the period, in cents.
  told jsonb not null,
  -- Number of orders by the id of their unit.
  upto jsonb not null,
  at timestamptz(3) not null,
  constraint report_tellings_pkey primary key (subscription_id, period, version)
);

alter table report_subscriptions enable row level security;
create policy owner on report_subscriptions to barback_tenant, barback_tenant_venues
  using (user_id = tenant_owner());
alter table report_tellings enable row level security;
create policy owner on report_tellings to barback_tenant, barback_tenant_venues
  using (user_id = tenant_owner());

-- A mail with HTML beside its text, and the address that ends its subscription with one request (RFC 8058).
alter table messages add column html text;
alter table messages add column unsubscribe_url text;

-- As in 0049, with one more kind.
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
    when 'send close-outs' then 0
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
