-- compatible since: 0020
-- Photos of the invoices of deliveries. A process of the release before writes none, and its sweep takes the file of one
-- that was saved more than a day ago for unused.

-- Key of the stored photo; null without one.
alter table deliveries add column invoice_key text;
