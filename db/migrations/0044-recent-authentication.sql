-- compatible since: 0020
-- Some changes need a session whose holder has authenticated within the last minutes, and an owner may demand a second
-- factor of everybody. Processes of the release before demand neither.

-- When a password was typed or a passkey used after the sign-in; null before that, and then the sign-in counts.
alter table sessions add column authenticated_at timestamptz(3);
-- False in sessions of programs, and of earlier releases.
alter table sessions add column is_browser boolean not null default false;

alter table role_settings add column second_factor_required boolean not null default false;

alter table passkey_challenges drop constraint passkey_challenges_purpose;
alter table passkey_challenges add constraint passkey_challenges_purpose
  check (purpose in ('registration', 'sign_in', 'identity'));
