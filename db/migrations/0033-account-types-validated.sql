-- no transaction
-- compatible since: 0020
alter table users validate constraint users_account_type;
