-- compatible since: 0020
-- The stock ledger: one row for each change of a level that is no sale, and what each sale deducted. The level of a
-- position is that after its last movement less what sales with the same or a later number have deducted. Numbers are
-- those of the change log, so they are in the order of the commits whatever the clocks show; the movements of a sale
-- precede what it deducts.
--
-- The ledger begins with the levels as they are. Each row has the last number of its unit, read by the statement that
-- reads the level; sales go on meanwhile, no lock is taken on the positions.
--
-- A process of the release before writes no movements, and its sales have no number here. While one is running, the
-- levels of its units differ from the ledger by what it sold and refilled: the comparison reports the difference and
-- the number of such sales. The next movement of a position starts from the level as it is then, and ends the difference.

create table stock_movements (
  venue_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  -- Null for the storeroom of the venue.
  unit_id uuid,
  position smallint,
  ingredient_id uuid not null,
  kind text not null constraint stock_movements_kind check (kind in (
    'loaded', 'refilled', 'removed', 'moved', 'counted', 'delivered', 'discarded', 'adjusted', 'found'
  )),
  ml numeric(14, 2) not null,
  bottles numeric(10, 2),
  level_before_ml numeric(14, 2) not null,
  level_after_ml numeric(14, 2) not null,
  cost_cents bigint,
  note text not null default '',
  -- Null for a unit.
  actor_id uuid,
  number bigint,
  constraint stock_movements_pkey primary key (venue_id, id),
  constraint stock_movements_sum check (level_before_ml + ml = level_after_ml),
  constraint stock_movements_of_position
    check ((unit_id is null) = (position is null) and (unit_id is null) = (number is null))
);

create index stock_movements_by_position on stock_movements (venue_id, unit_id, position, at);
create index stock_movements_by_ingredient on stock_movements (venue_id, ingredient_id, at);

-- Movements are added and read, and never changed.
revoke update, delete on stock_movements from barback_tenant, barback_tenant_venues;

select distribute_by_venue('stock_movements');

create policy one_venue on stock_movements to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on stock_movements to barback_tenant_venues using (is_tenant_venue(venue_id));

insert into stock_movements (
  venue_id, id, at, unit_id, position, ingredient_id, kind, ml, level_before_ml, level_after_ml, note, number
)
select place.venue_id, md5(place.unit_id::text || ' ' || place.position::text)::uuid, now(), place.unit_id,
  place.position, place.ingredient_id, 'adjusted', 0, place.remaining_ml, place.remaining_ml, 'Start of the ledger',
  state.last_number
from unit_positions as place
join unit_state as state on state.venue_id = place.venue_id and state.unit_id = place.unit_id;

-- One by one: Citus sends the whole text that an ALTER TABLE is part of to its nodes, and refuses several statements.
do $$ begin
  execute 'alter table stock_movements enable row level security';
  -- In the change log; null for imports and for orders of the releases before.
  execute 'alter table orders add column number bigint';
  -- Millilitres by position, as they were poured; null where stock was not managed.
  execute 'alter table orders add column deducted jsonb';
end $$;
