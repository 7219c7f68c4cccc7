-- A refund can be taken up again after a crash: it keeps the payment that it was asked of, where it was asked from, and a
-- number of its own, for a provider whose keys are ten digits. The numbers start where tills do not count.
alter table refunds
  add column number bigint not null generated always as identity (start with 9000000001),
  add column payment_id text,
  add column requested_from text not null default '';

create index refunds_of_order on refunds (venue_id, order_id, drink_index);
create index refunds_by_reference on refunds (venue_id, provider_reference) where provider_reference is not null;

-- What Stripe signs its webhooks with, one for each venue's account.
alter table venues
  add column webhook_secret_sealed bytea,
  add column webhook_secret_hint text not null default '';
