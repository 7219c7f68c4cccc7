-- no transaction
-- compatible since: 0020
alter table unit_positions validate constraint unit_positions_inventory;
alter table unit_positions validate constraint unit_positions_category;
alter table unit_positions validate constraint unit_positions_source;
alter table restock_notices validate constraint restock_notices_inventory;
