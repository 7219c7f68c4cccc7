-- no transaction
-- compatible since: 0020
-- Indices for the keys of the next file, built without blocking writes: a table that is distributed by venue_id needs it
-- in each of its keys.
create unique index concurrently ingredients_source_in_venue on ingredients (venue_id, id, source);
create unique index concurrently units_category_in_venue on units (venue_id, id, category);
create unique index concurrently unit_inventory_in_venue on unit_inventory (venue_id, unit_id, ingredient_id);
create index concurrently unit_inventory_by_ingredient on unit_inventory (venue_id, ingredient_id);
create unique index concurrently unit_positions_in_venue on unit_positions (venue_id, unit_id, position);
create index concurrently unit_positions_by_ingredient on unit_positions (venue_id, ingredient_id, unit_id);
create unique index concurrently drinks_set_in_venue on drinks (venue_id, unit_id, ingredient_set) where deleted_at is null;
create unique index concurrently drink_ingredients_in_venue on drink_ingredients (venue_id, drink_id, ordinal);
create unique index concurrently drink_ingredients_once_in_venue on drink_ingredients (venue_id, drink_id, ingredient_id);
create index concurrently drink_ingredients_by_ingredient on drink_ingredients (venue_id, ingredient_id);
create unique index concurrently restock_notices_open_in_venue on restock_notices (venue_id, unit_id, ingredient_id)
  where resolved_at is null;
create unique index concurrently card_readers_in_venue on card_readers (venue_id, unit_id, reader_id);
