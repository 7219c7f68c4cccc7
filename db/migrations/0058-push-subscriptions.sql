-- compatible since: 0020
-- Push messages (Web Push) about alerts. A process of the release before that takes one fails to send it; it is then
-- repeated as a mail.

-- Browsers that get them. Each belongs to the session in which it was turned on, and gets none after its end.
create table push_subscriptions (
  id uuid not null constraint push_subscriptions_pkey primary key,
  user_id uuid not null constraint push_subscriptions_user references users on delete cascade,
  session_id uuid not null constraint push_subscriptions_session references sessions on delete cascade,
  -- Address at the push service of the browser; who knows it can send to the browser.
  endpoint text not null constraint push_subscriptions_endpoint unique,
  -- Public key and secret of the browser, in base64url (RFC 8291).
  p256dh text not null,
  auth text not null,
  -- Browser and system; null where it names neither.
  device text,
  created_at timestamptz(3) not null,
  -- When the push service last took a message, or refused one.
  last_used_at timestamptz(3),
  failed_at timestamptz(3)
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

alter table push_subscriptions enable row level security;
create policy owner on push_subscriptions to barback_tenant, barback_tenant_venues
  using (user_id = tenant_owner());

alter table alert_settings add column push text[] not null default '{}';
alter table alert_notifications add column push_ids uuid[];

-- The recipient of a push message is the id of its subscription.
alter table messages drop constraint messages_channel;
alter table messages add constraint messages_channel check (channel in ('mail', 'sms', 'push')) not valid;
-- Of a push message: what a tap opens, and how the push service treats it.
alter table messages add column push jsonb;
