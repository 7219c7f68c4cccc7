-- compatible since: 0020
-- Owners who are invited set their password themselves, with a link.

-- When the last link was made for an owner who has set no password yet; null with a password.
alter table users add column invited_at timestamptz(3);

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose
  check (purpose in ('confirmation', 'password_reset', 'email_change', 'owner_invitation'));
alter table messages drop constraint messages_link_purpose;
alter table messages add constraint messages_link_purpose
  check (link_purpose in ('confirmation', 'password_reset', 'email_change', 'owner_invitation')) not valid;
