-- compatible since: 0020
-- Webhooks: addresses of programs that are told of events. Processes of the release before send none.

create table webhooks (
  id uuid not null constraint webhooks_pkey primary key,
  owner_id uuid not null constraint webhooks_owner references users on delete cascade,
  url text not null,
  events text[] not null,
  -- Null for all venues of the owner, also later ones.
  venue_ids uuid[],
  -- off: by a person. failed: after three days without a delivery.
  state text not null constraint webhooks_state check (state in ('on', 'off', 'failed')),
  -- The secret before signs too until its end.
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_until timestamptz(3),
  -- Number of the change log of each unit, by its id, up to which deliveries are made; 0 for one that is missing.
  numbers jsonb not null,
  -- Up to when deliveries of alerts and nights are made.
  seen_at timestamptz(3) not null,
  -- Of the first failed attempt since the last delivery.
  failing_since timestamptz(3),
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  created_by uuid constraint webhooks_creator references users on delete set null
);
create index webhooks_of_owner on webhooks (owner_id);

-- Kept for 14 days.
create table webhook_deliveries (
  webhook_id uuid not null constraint webhook_deliveries_webhook references webhooks on delete cascade,
  id uuid not null,
  owner_id uuid not null,
  -- The same for each webhook, and when the event is sent again.
  event_id uuid not null,
  type text not null,
  venue_id uuid not null,
  unit_number integer,
  -- Of the change log of the unit; null for an event of the venue.
  number bigint,
  at timestamptz(3) not null,
  body text not null,
  state text not null default 'waiting'
    constraint webhook_deliveries_state check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- From when on it is sent, and when the next attempt is made, or one that did not end counts as lost.
  first_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  attempted_at timestamptz(3),
  -- Of the last attempt; null without a response.
  status smallint,
  response text,
  duration_ms integer,
  error text,
  created_at timestamptz(3) not null,
  constraint webhook_deliveries_pkey primary key (webhook_id, id),
  constraint webhook_deliveries_event unique (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

alter table webhooks enable row level security;
create policy owner on webhooks to barback_tenant, barback_tenant_venues
  using (owner_id = tenant_owner());
alter table webhook_deliveries enable row level security;
create policy owner on webhook_deliveries to barback_tenant, barback_tenant_venues
  using (owner_id = tenant_owner());

create index night_certificates_by_time on night_certificates (venue_id, made_at);
