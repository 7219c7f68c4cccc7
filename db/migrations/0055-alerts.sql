-- compatible since: 0020
-- Alerts: one per cause, with what became of it, and who gets messages about them. Processes of the release before open
-- none.

create table alerts (
  venue_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Kind, unit, and ingredient or position: one alert of a key is open at a time.
  key text not null,
  severity text not null constraint alerts_severity check (severity in ('urgent', 'soon', 'later')),
  text text not null,
  -- Null for an alert of the whole venue.
  unit_id uuid,
  occurrences integer not null default 1,
  opened_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- Null while the cause lasts.
  cause_ended_at timestamptz(3),
  -- When messages about it were last planned, and how often.
  announced_at timestamptz(3),
  announcements integer not null default 0,
  acknowledged_at timestamptz(3),
  acknowledged_by uuid,
  snoozed_until timestamptz(3),
  resolved_at timestamptz(3),
  -- Null for an alert whose cause ended.
  resolved_by uuid,
  note text not null default '',
  constraint alerts_pkey primary key (venue_id, id)
);
create unique index alerts_open on alerts (venue_id, key) where resolved_at is null;
create index alerts_lasting on alerts (venue_id) where cause_ended_at is null;
create index alerts_ended on alerts (venue_id, cause_ended_at);
create index alerts_resolved on alerts (venue_id, id) where resolved_at is not null;

select distribute_by_venue('alerts');

create table alert_events (
  venue_id uuid not null,
  alert_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  kind text not null constraint alert_events_kind check (kind in (
    'opened', 'reopened', 'repeated', 'raised', 'acknowledged', 'snoozed', 'resolved', 'sent', 'undelivered'
  )),
  -- Who did it, or who got the message.
  person_id uuid,
  note text not null default '',
  -- Severity of an alert that was announced; null for all other events.
  announced text,
  constraint alert_events_pkey primary key (venue_id, alert_id, id)
);
create index alert_events_by_time on alert_events (venue_id, at);

select distribute_by_venue('alert_events');

-- Who gets the urgent alerts of a venue first, and until when.
create table duties (
  venue_id uuid not null,
  user_id uuid not null,
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  constraint duties_pkey primary key (venue_id, user_id, from_at)
);
create index duties_by_time on duties (venue_id, until_at);

select distribute_by_venue('duties');

-- When the causes of a venue are looked for next. On the coordinator, as the queue of jobs: of several workers, one gets
-- each venue.
create table alert_watches (
  venue_id uuid not null constraint alert_watches_pkey primary key,
  check_at timestamptz(3) not null,
  -- Start of causes that have not lasted long enough, in epoch milliseconds, by key.
  pending jsonb not null default '{}',
  -- Start of the last check that was stored: an older one that ends later is not.
  read_at timestamptz(3),
  -- Counts changes of the alerts of the venue.
  version bigint not null default 0
);
create index alert_watches_due on alert_watches (check_at);

-- What an account has chosen; one without a row has the usual settings.
create table alert_settings (
  user_id uuid not null constraint alert_settings_pkey primary key
    constraint alert_settings_user references users on delete cascade,
  -- Kinds of alerts.
  mail text[] not null,
  sms text[] not null,
  -- Null for all venues of the account.
  venue_ids uuid[],
  weekdays smallint[] not null,
  -- After midnight.
  quiet_from smallint constraint alert_settings_quiet_from check (quiet_from between 0 and 1439),
  quiet_to smallint constraint alert_settings_quiet_to check (quiet_to between 0 and 1439),
  timezone text not null,
  urgent_passes boolean not null,
  -- In E.164.
  phone text,
  constraint alert_settings_quiet check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);

-- Messages about alerts: planned when the alert is announced, and sent in the transaction that queues them.
create table alert_notifications (
  id uuid not null constraint alert_notifications_pkey primary key,
  venue_id uuid not null,
  alert_id uuid not null,
  -- Number of the announcement of the alert.
  announcement integer not null,
  user_id uuid not null constraint alert_notifications_user references users on delete cascade,
  step smallint not null constraint alert_notifications_step check (step between 1 and 3),
  due_at timestamptz(3) not null,
  -- By quiet hours.
  held boolean not null,
  state text not null default 'waiting'
    constraint alert_notifications_state check (state in ('waiting', 'sent', 'dropped')),
  sent_at timestamptz(3),
  -- Whether one of its messages arrived is looked at until then.
  checked boolean not null default false,
  sms_id uuid,
  mail_id uuid,
  constraint alert_notifications_once unique (alert_id, announcement, user_id)
);
create index alert_notifications_due on alert_notifications (due_at) where state = 'waiting';
create index alert_notifications_sent on alert_notifications (user_id, sent_at) where state = 'sent';
create index alert_notifications_unchecked on alert_notifications (sent_at) where state = 'sent' and not checked;

alter table alerts enable row level security;
create policy one_venue on alerts to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on alerts to barback_tenant_venues using (is_tenant_venue(venue_id));
alter table alert_events enable row level security;
create policy one_venue on alert_events to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on alert_events to barback_tenant_venues using (is_tenant_venue(venue_id));
alter table duties enable row level security;
create policy one_venue on duties to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on duties to barback_tenant_venues using (is_tenant_venue(venue_id));
alter table alert_watches enable row level security;
create policy one_venue on alert_watches to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on alert_watches to barback_tenant_venues using (is_tenant_venue(venue_id));
alter table alert_settings enable row level security;
create policy owner on alert_settings to barback_tenant, barback_tenant_venues
  using (user_id = tenant_owner());
alter table alert_notifications enable row level security;
create policy one_venue on alert_notifications to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on alert_notifications to barback_tenant_venues using (is_tenant_venue(venue_id));

-- When a request with a revoked key was refused last.
alter table unit_keys add column refused_at timestamptz(3);
-- When it was not refunded automatically because of the cap of the night.
alter table pour_cases add column capped_at timestamptz(3);

-- As in 0054, with two more kinds.
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
    when 'check alerts' then -10
    when 'watch venues' then 0
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
