-- compatible since: 0020
-- Storerooms can be removed while they are empty. Deliveries and counts of before keep the name. A process of the release
-- before lists them still.

alter table stores add column removed_at timestamptz(3);
