-- compatible since: 0020
-- A file of its own, because its lock lasts while the index is built.
alter table drinks drop constraint drinks_rank_once;
alter table drinks add constraint drinks_rank_once
  exclude using btree (venue_id with =, unit_id with =, rank with =) where (deleted_at is null) deferrable initially deferred;
