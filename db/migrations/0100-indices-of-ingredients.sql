-- no transaction
-- compatible since: 0020
-- Indices of the rows of an ingredient no longer lead with the venue. Until ANALYZE has seen the rows of a new venue, it
-- is expected to have one row in each table, and any index that leads with the venue may be chosen, without its further
-- columns: the ingredients of one drink were read from those of all drinks of the venue.

create index concurrently if not exists unit_inventory_of_ingredient on unit_inventory (ingredient_id, venue_id);
create index concurrently if not exists unit_positions_of_ingredient on unit_positions (ingredient_id, venue_id, unit_id);
create index concurrently if not exists drink_ingredients_of_ingredient on drink_ingredients (ingredient_id, venue_id);
drop index concurrently if exists unit_inventory_ingredient;
drop index concurrently if exists unit_positions_ingredient;
drop index concurrently if exists drink_ingredients_ingredient;
