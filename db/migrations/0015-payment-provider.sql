-- The provider of a payment becomes a fact of the sale, and a refund is claimed by one sender at a time.
alter table orders
  add column payment_provider text
    constraint orders_payment_provider check (payment_provider in ('stripe', 'shift4', 'demo')),
  add constraint orders_provider_with_payment check (payment_provider is null or payment_id is not null);

-- A data migration has no tenant; the owner of the tables passes while row-level security is not forced.
alter table orders no force row level security;
alter table refunds no force row level security;

-- By the shape of the reference. The demo's own references contain the id of their sale or the name of the simulator.
-- Any other reference stays without a provider: it is not known who took the payment.
update orders set payment_provider = case
    when payment_id ~ '^(pi|ch|py)_\w+$' then 'stripe'
    when payment_id ~ '^\d{1,10}(:\w{8,64})?$' then 'shift4'
    else 'demo'
  end
where payment_id ~ '^(pi|ch|py)_\w+$'
  or payment_id ~ '^\d{1,10}(:\w{8,64})?$'
  or payment_id ~ '^(sim|demo)_'
  or payment_id = 'pay_' || right(id::text, 12);

-- Refunds of 'embedded' were only recorded: money given back by hand where the sale has no payment; where it has one,
-- no request was sent to its provider.
update refunds set provider = case
    when orders.payment_provider = 'demo' then 'demo'
    when coalesce(refunds.payment_id, orders.payment_id) is null then 'cash'
    else 'unsent'
  end
from orders
where orders.venue_id = refunds.venue_id and orders.id = refunds.order_id and refunds.provider = 'embedded';

-- A number names a refund at Shift4, where a sequence would repeat after a restore.
alter table refunds alter column number drop identity;
alter table refunds alter column number set default 9000000000 + floor(random() * 1000000000)::bigint;

-- Refunds of earlier versions may have been sent already.
alter table refunds
  add column claimed_until timestamptz(3),
  add column attempts integer not null default 1 constraint refunds_attempts check (attempts >= 0);
alter table refunds alter column attempts set default 0;
alter table refunds
  add constraint refunds_provider check (provider in ('stripe', 'shift4', 'demo', 'cash', 'unsent'));

alter table orders force row level security;
alter table refunds force row level security;
