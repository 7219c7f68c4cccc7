-- Switches of flags belong to a venue or a unit by its id. They were kept by the venue's name, which several owners may
-- use: such venues shared their switches. Each of them gets its own copy.

alter table flag_switches rename to flag_switches_by_name;
alter table flag_switches_by_name rename constraint flag_switches_pkey to flag_switches_by_name_pkey;

create table flag_switches (
  venue_id uuid not null constraint flag_switches_venue references venues,
  -- The venue itself, or one of its units.
  target_id uuid not null,
  flag text not null,
  enabled boolean not null,
  constraint flag_switches_pkey primary key (venue_id, target_id, flag)
);

insert into flag_switches (venue_id, target_id, flag, enabled)
select venues.id, venues.id, named.flag, named.enabled
from flag_switches_by_name as named join venues on venues.name = named.key
where named.kind = 'venue'
union all
select units.venue_id, units.id, named.flag, named.enabled
from flag_switches_by_name as named join units on units.unit_number::text = named.key
where named.kind = 'unit';

drop table flag_switches_by_name;

alter table flag_switches enable row level security, force row level security;
create policy reached on flag_switches
  using ((select reached_venues()) is null or venue_id = any ((select reached_venues())::uuid[]));

-- True while the stored level of an ingredient is the real one. A sale without inventory management deducts nothing, so
-- the level is unknown from then on, until the ingredient is refilled.
alter table unit_inventory add column level_known boolean not null default true;

-- Notices were opened without inventory management too, and then never sent. They would keep new ones from being opened.
alter table restock_notices no force row level security;
update restock_notices as notice set resolved_at = now()
where resolved_at is null
  and not exists (select from messages where messages.notice_id = notice.id)
  and not exists (select from jobs where jobs.key = 'announce restock ' || notice.id and jobs.done_at is null);
alter table restock_notices force row level security;

-- When an image was last accepted for an ingredient. A stored image that no ingredient shows is deleted a day later.
alter table files add column accepted_at timestamptz(3);
