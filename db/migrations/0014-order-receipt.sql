-- The account that entered an order by hand; null for orders of units, imports and before this column existed.
alter table orders add column entered_by_account uuid;

-- Orders dated more than ten minutes after their receipt: the clock of the unit is ahead.
create index orders_dated_ahead on orders (venue_id, received_at) where sold_at - received_at > interval '10 minutes';

-- Pages of the audit log, newest first.
create index audit_by_owner_and_time on audit (on_behalf_of, at, id);
create index audit_by_time_and_id on audit (at, id);
drop index audit_by_owner;
drop index audit_by_time;
