-- compatible since: 0020
-- A sale of a unit whose clock shows an impossible date is stored at the time of its receipt. The date that the unit
-- sent is kept, so that the overview can report the clock.

alter table orders add column impossible_date timestamptz;
