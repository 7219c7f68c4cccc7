-- compatible since: 0020
-- Keys and references of tables with rows per venue lead with venue_id, so that the tables can be distributed by it: rows
-- of a venue then refer to each other on one node. References are checked for existing rows by a later file.

alter table restock_notices drop constraint restock_notices_inventory;
alter table messages drop constraint messages_notice;
alter table unit_positions
  drop constraint unit_positions_inventory,
  drop constraint unit_positions_category,
  drop constraint unit_positions_source,
  drop constraint unit_positions_unit;

alter table ingredients drop constraint ingredients_id, drop constraint ingredients_of_source;
alter table ingredients add constraint ingredients_of_source unique using index ingredients_source_in_venue;

alter table units drop constraint units_of_category;
alter table units add constraint units_of_category unique using index units_category_in_venue;

alter table unit_inventory drop constraint unit_inventory_pkey;
alter table unit_inventory add constraint unit_inventory_pkey primary key using index unit_inventory_in_venue;
drop index unit_inventory_ingredient;
alter index unit_inventory_by_ingredient rename to unit_inventory_ingredient;

alter table unit_positions drop constraint unit_positions_pkey;
alter table unit_positions add constraint unit_positions_pkey primary key using index unit_positions_in_venue;
drop index unit_positions_ingredient;
alter index unit_positions_by_ingredient rename to unit_positions_ingredient;
alter table unit_positions
  add constraint unit_positions_inventory foreign key (venue_id, unit_id, ingredient_id)
    references unit_inventory on delete cascade not valid,
  add constraint unit_positions_category foreign key (venue_id, unit_id, category)
    references units (venue_id, id, category) on delete cascade not valid,
  add constraint unit_positions_source foreign key (venue_id, ingredient_id, source)
    references ingredients (venue_id, id, source) on delete cascade not valid;

alter table restock_notices drop constraint restock_notices_id;
alter table restock_notices
  add constraint restock_notices_inventory foreign key (venue_id, unit_id, ingredient_id)
    references unit_inventory on delete cascade not valid;

alter table drinks drop constraint drinks_id;
drop index drinks_one_per_ingredient_set;
alter index drinks_set_in_venue rename to drinks_one_per_ingredient_set;

alter table drink_ingredients drop constraint drink_ingredients_pkey, drop constraint drink_ingredients_once;
alter table drink_ingredients
  add constraint drink_ingredients_pkey primary key using index drink_ingredients_in_venue,
  add constraint drink_ingredients_once unique using index drink_ingredients_once_in_venue;
drop index drink_ingredients_ingredient;
alter index drink_ingredients_by_ingredient rename to drink_ingredients_ingredient;

-- The state of a unit that orders change. Its row is locked by whatever changes the unit's stock or menu: units itself
-- is replicated to every node of a distributed database, where a lock would concern all of them.
create table unit_state (
  venue_id uuid not null,
  unit_id uuid not null,
  constraint unit_state_pkey primary key (venue_id, unit_id),
  constraint unit_state_unit foreign key (venue_id, unit_id) references units (venue_id, id) on delete cascade
);

alter table unit_state enable row level security;
create policy one_venue on unit_state to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on unit_state to barback_tenant_venues using (is_tenant_venue(venue_id));

-- For migrations that add a table with rows per venue: call this right after creating it, before any reference to a
-- distributed table. Has no effect unless the database is distributed.
create function distribute_by_venue(new_table regclass) returns void
  language plpgsql
  as $$ begin
    if to_regclass('pg_catalog.pg_dist_partition') is null then return; end if;
    if exists (select from pg_dist_partition where logicalrelid = 'orders'::regclass) then
      perform create_distributed_table(new_table, 'venue_id', colocate_with => 'orders');
    end if;
  end $$;

-- For processes of the release before, while they are replaced one by one. They insert units without state, lock the row
-- in units, name the keys of these two tables without the venue in ON CONFLICT, and leave it to a trigger to sort the
-- ingredient set of a drink. A later migration drops all of this, and so does npm run distribute: a distributed table has
-- neither triggers nor such keys.
alter index restock_notices_open rename to restock_notices_open_without_venue;
alter index restock_notices_open_in_venue rename to restock_notices_open;
alter table card_readers drop constraint card_readers_pkey;
alter table card_readers add constraint card_readers_pkey primary key using index card_readers_in_venue;
create unique index card_readers_without_venue on card_readers (unit_id, reader_id);

create function insert_unit_state() returns trigger
  language plpgsql
  as $$ begin
    insert into unit_state (venue_id, unit_id) values (new.venue_id, new.id) on conflict do nothing;
    return null;
  end $$;

create trigger units_state after insert on units
  for each row execute function insert_unit_state();

insert into unit_state (venue_id, unit_id) select venue_id, id from units on conflict do nothing;

create function lock_unit_without_state(unit uuid) returns void
  language plpgsql
  as $$ begin
    perform from units where id = unit for no key update;
  end $$;

-- Their purpose was another upgrade, which is over.
drop trigger unit_keys_venue on unit_keys;
drop trigger card_readers_venue on card_readers;
drop trigger unit_positions_venue on unit_positions;
drop trigger messages_venue on messages;
drop function fill_venue_of_unit, fill_venue_of_notice;
