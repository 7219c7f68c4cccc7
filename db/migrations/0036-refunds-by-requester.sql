-- no transaction
-- compatible since: 0020
-- The limit of a manager counts the refunds that they requested within a day.
create index concurrently refunds_by_requester on refunds (venue_id, requested_by, requested_at)
  where requested_by is not null;
