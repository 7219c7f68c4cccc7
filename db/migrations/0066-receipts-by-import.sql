-- no transaction
-- compatible since: 0020
-- The sales of an import, to take it back. Built without blocking writes.
drop index concurrently if exists order_receipts_by_import;
create index concurrently order_receipts_by_import on order_receipts (venue_id, import_id) where import_id is not null;
