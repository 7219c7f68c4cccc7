-- compatible since: 0020
-- A rebuild of the sums of a venue continues where it was interrupted.

-- Start of the hours that a rebuild has reached, from the newest to the oldest; null while there is none.
alter table sums_progress add column rebuilt_from timestamptz;
