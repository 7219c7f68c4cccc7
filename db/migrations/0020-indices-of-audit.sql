-- no transaction
-- Indices on a table that grows are built without blocking writes.

-- Pages of the audit log, newest first.
create index concurrently audit_by_owner_and_time on audit (on_behalf_of, at, id);
create index concurrently audit_by_time_and_id on audit (at, id);
drop index concurrently if exists audit_by_owner;
drop index concurrently if exists audit_by_time;
