-- compatible since: 0020
-- A venue has an address, of one line. A process of the release before neither reads nor writes it.

alter table venues add column address text not null default '';
