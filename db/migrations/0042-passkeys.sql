-- compatible since: 0020
-- Passkeys (WebAuthn) of accounts, and the challenges that authenticators sign. Processes of the release before know no
-- passkeys; turning a second factor on or off in one of them removes those of the account.

alter table credentials drop constraint credentials_kind;
alter table credentials add constraint credentials_kind check (kind in ('totp', 'recovery', 'passkey'));

-- passkey: id that the authenticator chose, in base64url. Its public key is in `secret`.
alter table credentials add column passkey_id text;
-- passkey: number of its uses as the authenticator counts them; 0 when it does not.
alter table credentials add column counter bigint;
alter table credentials add column transports text[];
alter table credentials add column backed_up boolean;
alter table credentials add column name text;
alter table credentials add column last_used_at timestamptz(3);

create unique index credentials_passkey on credentials (user_id, passkey_id) where kind = 'passkey';

create table passkey_challenges (
  -- SHA-256 of the challenge. The row is deleted when the challenge is used.
  hash bytea not null constraint passkey_challenges_pkey primary key,
  purpose text not null
    constraint passkey_challenges_purpose check (purpose in ('registration', 'sign_in')),
  -- Null for a sign-in: nobody is known yet.
  user_id uuid constraint passkey_challenges_user references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
