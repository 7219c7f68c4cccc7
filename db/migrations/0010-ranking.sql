-- The ranks of a unit's drinks are 0, 1, 2 …, each once. A reorder passes through states where two are equal, so this is
-- looked at when the transaction ends.

update drinks set rank = numbered.rank, previous_rank = least(previous_rank, numbered.rank)
from (
  select id, row_number() over (partition by unit_id order by rank, created_at, id) - 1 as rank
  from drinks where deleted_at is null
) as numbered
where numbered.id = drinks.id and numbered.rank <> drinks.rank;

alter table drinks add constraint drinks_rank_once
  exclude using btree (unit_id with =, rank with =) where (deleted_at is null) deferrable initially deferred;

-- The constraint brings the index that this one was.
drop index drinks_by_rank;

-- A check looks at a row whenever anything in it changes, and a reorder changes thousands: sets are sorted where they come in.
alter table drinks drop constraint drinks_ingredient_set_sorted;
alter table drinks add constraint drinks_ingredient_set check (cardinality(ingredient_set) > 0);

create function sort_ingredient_set() returns trigger
  language plpgsql
  as $$ begin new.ingredient_set := sorted_ids(new.ingredient_set); return new; end $$;

create trigger drinks_ingredient_set_sorted before insert or update of ingredient_set on drinks
  for each row execute function sort_ingredient_set();
