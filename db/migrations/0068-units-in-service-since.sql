-- compatible since: 0020
-- When a unit that sold before it was added here was put into service; null for one that was added when it was.
alter table units add column in_service_since timestamptz(3);
