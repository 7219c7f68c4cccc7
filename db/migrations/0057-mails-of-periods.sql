-- compatible since: 0020
-- Mails of several venues over a week or a month, corrections of their own, and subscriptions whose address refuses
-- mail. Processes of the release before send close-outs only, and these at the end of the night plus the delay.

alter table report_subscriptions
  -- Business day on which the last correction of its own was mailed.
  add column corrected_day text,
  -- Response of the mail server of the recipient for which the subscription was paused.
  add column refusal text,
  drop constraint report_subscriptions_one_venue,
  add constraint report_subscriptions_one_venue
    check (kind not in ('closeout', 'csv') or cardinality(venue_ids) = 1),
  add constraint report_subscriptions_day check (
    case kind when 'weekly' then weekday is not null
      when 'csv' then weekday is null or at_minutes is not null else weekday is null end
  ),
  add constraint report_subscriptions_reading
    check (kind not in ('weekly', 'monthly') or at_minutes is not null);

-- Subscription of a mail that is paused when its recipient is refused for good.
alter table messages add column subscription_id uuid;
