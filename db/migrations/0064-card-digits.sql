-- no transaction
-- compatible since: 0020
-- The last four digits of the card that paid for a sale, where the unit sends them: with them, staff find the sale of a
-- guest who reports a drink that was not poured. Unknown for all earlier sales and where none are sent.

alter table orders add column if not exists card_last4 text;
alter table orders drop constraint if exists orders_card_last4;
alter table orders add constraint orders_card_last4 check (card_last4 ~ '^[0-9]{4}$') not valid;
alter table orders validate constraint orders_card_last4;
