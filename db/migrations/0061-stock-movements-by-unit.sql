-- no transaction
-- compatible since: 0020
-- Pages of the stock ledger of a unit, newest first; the index is built without blocking writes.
drop index concurrently if exists stock_movements_by_unit;
create index concurrently stock_movements_by_unit on stock_movements (venue_id, unit_id, at);
