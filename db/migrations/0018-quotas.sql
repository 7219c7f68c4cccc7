-- What one owner may store. A super admin raises a limit of an owner here; what is not named has the usual limit.
alter table users
  add column quotas jsonb constraint users_quotas check (jsonb_typeof(quotas) = 'object');
