-- no transaction
-- compatible since: 0020
-- Old changes are deleted a venue at a time, so the index of the changes of all venues is written for nothing.

drop index concurrently if exists changes_by_time;
