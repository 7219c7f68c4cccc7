-- compatible since: 0020
-- Categories of the menu of a venue, such as "Brunch", with the hours in which their drinks are on offer, and drinks
-- that are sold out until a time. Processes of the release before offer them at all times.

create table menu_categories (
  venue_id uuid not null,
  id uuid not null,
  name text not null,
  -- Weekdays, from and until; null for all times.
  hours jsonb,
  created_at timestamptz(3) not null,
  constraint menu_categories_pkey primary key (venue_id, id)
);

select distribute_by_venue('menu_categories');

alter table menu_categories enable row level security;
create policy one_venue on menu_categories to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on menu_categories to barback_tenant_venues using (is_tenant_venue(venue_id));

-- No reference: the command that deletes a category takes it from its drinks.
alter table drinks
  add column category_id uuid,
  add column sold_out_until timestamptz(3);
