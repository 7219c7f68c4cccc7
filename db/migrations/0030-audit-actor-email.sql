-- compatible since: 0020
-- The audit log names persons: the email of the account that made a change is stored with it, beside its name, because
-- several accounts can have the same name. Null in entries of earlier releases, for which the account is read.

alter table audit add column actor_email text;
