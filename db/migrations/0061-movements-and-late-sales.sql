-- no transaction
-- compatible since: 0020
-- Indices that are built without blocking writes: pages of the stock ledger of a unit, newest first; and the sales that
-- arrived more than 15 minutes after they were sold, so that a report of a year counts them without reading the others.
-- Imported sales all arrive later than that.
drop index concurrently if exists stock_movements_by_unit;
create index concurrently stock_movements_by_unit on stock_movements (venue_id, unit_id, at);
drop index concurrently if exists orders_late;
create index concurrently orders_late on orders (venue_id, sold_at) include (unit_id, price_cents, tax_cents, tip_cents) where received_at - sold_at > interval '15 minutes' and entered_by <> 'import';
