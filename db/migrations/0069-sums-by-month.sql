-- compatible since: 0020
-- Sums of pours and of drinks by UTC month, of months that are over, so that a year is read as twelve rows of each drink
-- and place. The job that writes the sums adds them; figures are read by day where it has not yet.

alter table pour_sums drop constraint pour_sums_grain;
alter table pour_sums add constraint pour_sums_grain check (grain in ('hour', 'day', 'month')) not valid;
alter table drink_sums drop constraint drink_sums_grain;
alter table drink_sums add constraint drink_sums_grain check (grain in ('hour', 'day', 'month')) not valid;

-- Start of the first UTC month without a sum; null for none with one.
alter table sums_progress add column months_to timestamptz;
-- summed_to when the sums by month were last right: a process of the release before advances summed_to alone, and they
-- are computed anew.
alter table sums_progress add column months_number bigint;
