-- compatible since: 0020
-- Weeks of reports begin on a day of the venue.

alter table venues add column first_weekday text not null default 'monday';
-- A statement of its own, as a distributed database requires.
alter table venues add constraint venues_first_weekday check (first_weekday in ('monday', 'saturday', 'sunday'));
