-- no transaction
-- compatible since: 0020
-- Refunds of single glasses of a line. A refund without a number of glasses is one of the whole line, as all were until
-- now, and a line with refunded_at is refunded as a whole: no row is changed, and processes of the release before go on
-- storing and settling such refunds.
--
-- They cannot harm a line of which some glasses are refunded: a refund of the whole line has the number that the first
-- refund of glasses has, so they cannot store one beside it; and a refund of glasses is settled with the glasses that it
-- returned, which they do not know.

alter table refunds
  -- Null for the whole line.
  add column if not exists glasses smallint,
  -- Shares of these glasses; null for the whole line, which has its tax and its tip.
  add column if not exists tax_cents bigint,
  add column if not exists tip_cents bigint,
  -- Glasses whose money went back: all or none; null until it is settled, and for the whole line.
  add column if not exists returned_glasses smallint,
  -- Number among the refunds of the line that have not failed. One of them has 0.
  add column if not exists nth smallint not null default 0;

alter table ordered_drinks
  -- Glasses that were refunded one by one, with their tax and the tip. All of them have refunded_at too.
  add column if not exists refunded_quantity smallint not null default 0,
  add column if not exists refunded_tax_cents bigint not null default 0,
  add column if not exists refunded_tip_cents bigint not null default 0;

alter table refunds drop constraint if exists refunds_glasses;
alter table refunds add constraint refunds_glasses check (
  (glasses is null) = (tax_cents is null) and (glasses is null) = (tip_cents is null)
  and coalesce(glasses > 0 and tax_cents >= 0 and tip_cents >= 0, true)
) not valid;
alter table refunds drop constraint if exists refunds_returned;
alter table refunds add constraint refunds_returned check (
  returned_glasses is not distinct from
    case when glasses is not null then case state when 'refunded' then glasses when 'failed' then 0 end end
) not valid;

alter table ordered_drinks drop constraint if exists ordered_drinks_refunded;
alter table ordered_drinks add constraint ordered_drinks_refunded check (
  case when refunded_at is null then refunded_quantity >= 0 and refunded_quantity < quantity
    else refunded_quantity in (0, quantity) end
  and refunded_tax_cents between 0 and tax_cents and refunded_tip_cents between 0 and tip_cents
) not valid;

create unique index concurrently if not exists refunds_once_each
  on refunds (venue_id, order_id, drink_index, nth) where state <> 'failed';
drop index concurrently if exists refunds_once;

alter table refunds validate constraint refunds_glasses;
alter table refunds validate constraint refunds_returned;
alter table ordered_drinks validate constraint ordered_drinks_refunded;
