-- The second net: while the database knows for whom it is asked, it shows and takes rows of their venues only, whatever
-- the query says. A transaction tells it in two settings of its own (db/reach.ts); where they are not set, as in jobs,
-- imports and backups, every row is shown. It holds for the owner of the tables too, but not for superusers.

create function reached_venues() returns uuid[]
  language sql stable parallel safe
  as $$ select nullif(current_setting('barback.venues', true), '')::uuid[] $$;

create function reached_owner() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('barback.owner', true), '')::uuid $$;

do $$
declare
  of_venue text := 'venue_id = any ((select reached_venues())::uuid[])';
  of_unit text := 'exists (select from units where units.id = unit_id)';
  of_owner text := 'owner_id = (select reached_owner())';
  nets text[] := array[
    ['venues', of_owner || ' or id = any ((select reached_venues())::uuid[])'],
    ['units', of_venue],
    ['unit_keys', of_unit],
    ['card_readers', of_unit],
    ['ingredients', of_venue],
    ['unit_inventory', of_venue],
    ['unit_positions', of_unit],
    ['drinks', of_venue],
    ['drink_ingredients', of_venue],
    ['orders', of_venue],
    ['ordered_drinks', of_venue],
    ['pours', of_venue],
    ['refunds', of_venue],
    ['sales_rollups', of_venue],
    ['drink_rollups', of_venue],
    ['restock_notices', of_venue],
    ['messages', 'exists (select from restock_notices where restock_notices.id = notice_id)'],
    ['files', of_owner],
    ['settings', of_owner]
  ];
  net text[];
begin
  foreach net slice 1 in array nets loop
    execute format('alter table %I enable row level security, force row level security', net[1]);
    execute format('create policy reached on %I using ((select reached_venues()) is null or %s)', net[1], net[2]);
  end loop;
end $$;

-- Everybody's deeds are written down; each reads their own trail.
alter table audit enable row level security, force row level security;
create policy reached on audit for select
  using ((select reached_venues()) is null or on_behalf_of = (select reached_owner()));
create policy written on audit for insert with check (true);

-- Terms are to be read: the platform's by everybody, an owner's by the units of their venues too.
create policy terms on settings for select
  using (owner_id is null or exists (select from venues where venues.owner_id = settings.owner_id));
