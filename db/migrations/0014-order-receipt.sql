-- The account that entered an order by hand; null for orders of units, imports and before this column existed.
alter table orders add column entered_by_account uuid;
