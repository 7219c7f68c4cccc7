-- Row-level security holds for two roles of its own instead of the owner of the tables, so that it fails closed: a
-- transaction that names no tenant runs as a role that sees nothing, and what needs every row runs as the owner of the
-- tables. Policies compare with settings of the transaction and contain no subqueries: the planner compares a venue once
-- for a whole statement, and they hold on distributed tables too. The roles themselves belong to the server and are
-- created before migrations run.

do $$
declare
  named record;
begin
  for named in select tablename, policyname from pg_policies where schemaname = current_schema() loop
    execute format('drop policy %I on %I', named.policyname, named.tablename);
  end loop;
  for named in
    select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relforcerowsecurity
  loop
    execute format('alter table %I no force row level security', named.relname);
  end loop;
end $$;

drop function reached_venues();
drop function reached_owner();

-- Rows below a venue name it themselves.
alter table unit_keys add column venue_id uuid;
update unit_keys set venue_id = units.venue_id from units where units.id = unit_id;
alter table unit_keys
  alter column venue_id set not null,
  drop constraint unit_keys_unit,
  add constraint unit_keys_unit foreign key (venue_id, unit_id) references units (venue_id, id) on delete cascade;

alter table card_readers add column venue_id uuid;
update card_readers set venue_id = units.venue_id from units where units.id = unit_id;
alter table card_readers
  alter column venue_id set not null,
  drop constraint card_readers_unit,
  add constraint card_readers_unit foreign key (venue_id, unit_id) references units (venue_id, id) on delete cascade;

alter table unit_positions add column venue_id uuid;
update unit_positions set venue_id = units.venue_id from units where units.id = unit_id;
alter table unit_positions
  alter column venue_id set not null,
  add constraint unit_positions_unit foreign key (venue_id, unit_id) references units (venue_id, id) on delete cascade;

-- A message that belongs to no notice, such as a report by mail, belongs to no venue either.
alter table messages add column venue_id uuid;
update messages set venue_id = restock_notices.venue_id from restock_notices where restock_notices.id = notice_id;
alter table messages
  drop constraint messages_notice,
  add constraint messages_notice foreign key (venue_id, notice_id) references restock_notices (venue_id, id) on delete cascade,
  add constraint messages_venue check ((notice_id is null) = (venue_id is null));

-- During a rolling upgrade, processes of the version before insert these rows without their venue.
create function fill_venue_of_unit() returns trigger
  language plpgsql
  as $$ begin
    new.venue_id := (select venue_id from units where id = new.unit_id);
    return new;
  end $$;

create function fill_venue_of_notice() returns trigger
  language plpgsql
  as $$ begin
    new.venue_id := (select venue_id from restock_notices where id = new.notice_id);
    return new;
  end $$;

create trigger unit_keys_venue before insert on unit_keys
  for each row when (new.venue_id is null) execute function fill_venue_of_unit();
create trigger card_readers_venue before insert on card_readers
  for each row when (new.venue_id is null) execute function fill_venue_of_unit();
create trigger unit_positions_venue before insert on unit_positions
  for each row when (new.venue_id is null) execute function fill_venue_of_unit();
create trigger messages_venue before insert on messages
  for each row when (new.venue_id is null and new.notice_id is not null) execute function fill_venue_of_notice();

create function tenant_venue() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('barback.venue', true), '')::uuid $$;

create function tenant_owner() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('barback.owner', true), '')::uuid $$;

-- Several venues are listed by the last two digits of their ids, so that the search does not grow with their number.
create function is_tenant_venue(venue uuid) returns boolean
  language sql stable parallel safe
  as $$ select strpos(current_setting('barback.venues_' || right(venue::text, 2), true), venue::text) > 0 $$;

do $$
declare
  named record;
begin
  for named in
    select relname from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and attname = 'venue_id' and not attisdropped
  loop
    execute format('alter table %I enable row level security', named.relname);
    execute format('create policy one_venue on %I to barback_tenant using (venue_id = tenant_venue())', named.relname);
    execute format('create policy several_venues on %I to barback_tenant_venues using (is_tenant_venue(venue_id))', named.relname);
  end loop;
end $$;

create policy one_venue on venues to barback_tenant using (id = tenant_venue());
create policy several_venues on venues to barback_tenant_venues using (is_tenant_venue(id));
create policy owner on venues to barback_tenant, barback_tenant_venues using (owner_id = tenant_owner());
create policy owner on files to barback_tenant, barback_tenant_venues using (owner_id = tenant_owner());
create policy owner on settings to barback_tenant, barback_tenant_venues using (owner_id = tenant_owner());

-- Terms are to be read: the platform's by every client, an owner's by the units of their venues too.
create policy terms on settings for select to barback_tenant, barback_tenant_venues
  using (owner_id is null or owner_id = nullif(current_setting('barback.terms', true), '')::uuid);

-- Every change is logged; each owner reads their own log.
create policy owner on audit for select to barback_tenant, barback_tenant_venues using (on_behalf_of = tenant_owner());
create policy logged on audit for insert to barback_tenant, barback_tenant_venues with check (true);

do $$
begin
  execute format('grant usage on schema %I to barback_tenant, barback_tenant_venues', current_schema());
  execute format(
    'grant select, insert, update, delete on all tables in schema %I to barback_tenant, barback_tenant_venues',
    current_schema()
  );
  execute format(
    'grant usage, select on all sequences in schema %I to barback_tenant, barback_tenant_venues', current_schema()
  );
  -- Tables of later migrations. A test fails for a table that has neither policies nor a reason to have none.
  execute format(
    'alter default privileges in schema %I grant select, insert, update, delete on tables to barback_tenant, barback_tenant_venues',
    current_schema()
  );
  execute format(
    'alter default privileges in schema %I grant usage, select on sequences to barback_tenant, barback_tenant_venues',
    current_schema()
  );
end $$;

revoke all on schema_migrations, renderings from barback_tenant, barback_tenant_venues;
revoke update, delete on audit from barback_tenant, barback_tenant_venues;
