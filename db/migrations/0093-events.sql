-- no transaction
-- compatible since: 0020
-- GET /api/events reads the changes of a venue in the order of time, a page at a time.

create index concurrently if not exists changes_of_venue_by_time on changes (venue_id, at);
