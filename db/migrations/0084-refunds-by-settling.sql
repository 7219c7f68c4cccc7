-- no transaction
-- compatible since: 0020
-- Journals book refunds on the night in which they were settled.
create index concurrently if not exists refunds_by_settling on refunds (venue_id, settled_at)
  where state = 'refunded';
