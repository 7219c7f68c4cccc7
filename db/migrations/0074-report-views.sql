-- compatible since: 0020
-- Breakdowns of the reports of a venue that people keep by a name, and mails of them. A process of the release before
-- that takes such a mail sends the figures of the venue instead.

create table report_views (
  id uuid not null constraint report_views_pkey primary key,
  user_id uuid not null constraint report_views_user references users on delete cascade,
  venue_id uuid not null,
  name text not null,
  -- What it is by, its order, its days and its unit. Days by name move on with time.
  settings jsonb not null,
  created_at timestamptz(3) not null,
  constraint report_views_once unique (user_id, venue_id, name)
);

alter table report_views enable row level security;
create policy owner on report_views to barback_tenant, barback_tenant_venues
  using (user_id = tenant_owner());

alter table report_subscriptions
  add column view_id uuid constraint report_subscriptions_view references report_views on delete cascade,
  drop constraint report_subscriptions_kind,
  drop constraint report_subscriptions_one_venue,
  drop constraint report_subscriptions_day,
  drop constraint report_subscriptions_once,
  add constraint report_subscriptions_kind check (kind in ('closeout', 'weekly', 'monthly', 'csv', 'view')),
  add constraint report_subscriptions_one_venue
    check (kind not in ('closeout', 'csv', 'view') or cardinality(venue_ids) = 1),
  add constraint report_subscriptions_day check (
    case when kind = 'weekly' then weekday is not null
      when kind in ('csv', 'view') then weekday is null or at_minutes is not null else weekday is null end
  ),
  add constraint report_subscriptions_of_view check ((kind = 'view') = (view_id is not null)),
  add constraint report_subscriptions_once unique nulls not distinct (user_id, kind, venue_ids, view_id);
