-- compatible since: 0020
-- Cases: drinks that were paid for and not poured, each with what is owed for it, until somebody settles it. A case is
-- opened in the transaction of its sale. Processes of the release before open none: npm run verify reports such sales.

create table pour_cases (
  venue_id uuid not null,
  id uuid not null,
  -- The first case of the same unit, cause and position that is less than an hour apart from the next one, and so on.
  group_id uuid not null,
  order_id uuid not null,
  drink_index smallint not null,
  unit_id uuid not null,
  sold_at timestamptz(3) not null,
  opened_at timestamptz(3) not null,
  failed_glasses smallint not null constraint pour_cases_failed_glasses check (failed_glasses > 0),
  -- Price and tax of the failed glasses; with the tip where the sale had no other.
  owed_cents bigint not null constraint pour_cases_owed check (owed_cents >= 0),
  -- Of a refund of the drink, which may be more than was owed.
  refunded_cents bigint not null default 0 constraint pour_cases_refunded check (refunded_cents >= 0),
  cause text not null constraint pour_cases_cause
    check (cause in ('empty', 'blocked', 'timeout', 'partial', 'cancelled', 'power', 'unknown')),
  -- Where it failed; null for the last two causes.
  position smallint,
  ingredient_id uuid,
  state text not null default 'open' constraint pour_cases_state check (state in ('open', 'refunding', 'resolved')),
  resolution text constraint pour_cases_resolution
    check (resolution in ('refunded', 'remade', 'meter', 'kept', 'declined')),
  note text not null default '',
  -- Who refunds or has settled it; null for the history before this migration.
  settled_by uuid,
  settled_at timestamptz(3),
  constraint pour_cases_pkey primary key (venue_id, id),
  constraint pour_cases_of_drink unique (venue_id, order_id, drink_index),
  constraint pour_cases_settled check ((state = 'resolved') = (resolution is not null))
);

create index pour_cases_unsettled on pour_cases (venue_id, group_id, id) where state <> 'resolved';
create index pour_cases_by_group on pour_cases (venue_id, group_id, id);
create index pour_cases_by_time on pour_cases (venue_id, sold_at);
create index pour_cases_by_unit on pour_cases (venue_id, unit_id, sold_at);

select distribute_by_venue('pour_cases');

create policy one_venue on pour_cases to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on pour_cases to barback_tenant_venues using (is_tenant_venue(venue_id));
alter table pour_cases enable row level security;

-- The history: refunded drinks as refunded, others that are older than 30 days as kept, since nobody asked for the money.
-- The failed glasses have the last shares of the tax, as splitCents gives them. The id of the drink serves as that of the
-- case, since both are in the order of the receipt.
with failed as (
  select sale.venue_id, drink.id, sale.id as order_id, drink.drink_index, sale.unit_id, sale.sold_at, sale.received_at,
    drink.quantity - drink.success_quantity as failed_glasses,
    case when drink.price_cents = 0 then 0 else
      drink.price_cents * (drink.quantity - drink.success_quantity)
      + drink.tax_cents / drink.quantity * (drink.quantity - drink.success_quantity)
      + greatest(0, drink.tax_cents % drink.quantity - drink.success_quantity)
      + case when poured.glasses = 0 then drink.tip_cents else 0 end
    end as owed_cents,
    case when drink.refunded_at is null then 0
      else drink.price_cents * drink.quantity + drink.tax_cents + drink.tip_cents end as refunded_cents,
    drink.refunded_at, refund.requested_by, refund.state as refund_state,
    coalesce(pour.outcome, case when pours.count = 0 then 'power' else 'unknown' end) as cause,
    pour.position, pour.ingredient_id
  from ordered_drinks as drink
  join orders as sale on sale.venue_id = drink.venue_id and sale.id = drink.order_id
  cross join lateral (
    select sum(other.success_quantity) as glasses from ordered_drinks as other
    where other.venue_id = drink.venue_id and other.order_id = drink.order_id
  ) as poured
  cross join lateral (
    select count(*) as count from pours
    where pours.venue_id = drink.venue_id and pours.order_id = drink.order_id
      and pours.drink_index = drink.drink_index
  ) as pours
  left join lateral (
    select outcome, position, ingredient_id from pours
    where pours.venue_id = drink.venue_id and pours.order_id = drink.order_id
      and pours.drink_index = drink.drink_index and outcome <> 'poured'
    order by array_position(array['empty', 'blocked', 'timeout', 'partial', 'cancelled'], outcome), pour_index
    limit 1
  ) as pour on true
  left join lateral (
    select requested_by, state from refunds
    where refunds.venue_id = drink.venue_id and refunds.order_id = drink.order_id
      and refunds.drink_index = drink.drink_index and state <> 'failed'
    limit 1
  ) as refund on true
  where drink.success_quantity < drink.quantity and sale.entered_by = 'unit'
),
grouped as (
  select failed.*, first_value(id) over (
    partition by venue_id, unit_id, cause, position, ingredient_id, nth order by sold_at, id
  ) as group_id
  from (
    select failed.*, sum(starts) over (
      partition by venue_id, unit_id, cause, position, ingredient_id order by sold_at, id
    ) as nth
    from (
      select failed.*, case when sold_at - lag(sold_at) over (
        partition by venue_id, unit_id, cause, position, ingredient_id order by sold_at, id
      ) < interval '1 hour' then 0 else 1 end as starts
      from failed
    ) as failed
  ) as failed
)
insert into pour_cases (
  venue_id, id, group_id, order_id, drink_index, unit_id, sold_at, opened_at, failed_glasses, owed_cents, refunded_cents,
  cause, position, ingredient_id, state, resolution, settled_by, settled_at
)
select venue_id, id, group_id, order_id, drink_index, unit_id, sold_at, received_at, failed_glasses, owed_cents,
  refunded_cents, cause, position, ingredient_id,
  case when refunded_at is not null or sold_at < now() - interval '30 days' and refund_state is null then 'resolved'
    when refund_state = 'requested' then 'refunding' else 'open' end,
  case when refunded_at is not null then 'refunded'
    when sold_at < now() - interval '30 days' and refund_state is null then 'kept' end,
  requested_by,
  coalesce(refunded_at, case when sold_at < now() - interval '30 days' and refund_state is null then now() end)
from grouped
order by venue_id, sold_at;

-- Last, since it stops the orders until the end of the transaction.
alter table changes drop constraint changes_kind;
alter table changes add constraint changes_kind check (kind in (
  'sale', 'correction', 'refund_requested', 'refund_settled', 'refund_failed', 'refund_returned', 'case', 'stock', 'menu',
  'refused'
)) not valid;
