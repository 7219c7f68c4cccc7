-- Requests that are limited (sign-in, registration, report mails), counted for all API processes. The key is a hash of
-- what is counted: an account, a network or both. `expire` is in milliseconds since 1970; rows are deleted after it. The
-- order of the columns is that of rate-limiter-flexible, which inserts without their names.
create table rate_limits (
  key text constraint rate_limits_pkey primary key,
  points integer not null,
  expire bigint not null
);

-- The limiter replaces single attempts, which lasted for an hour at most.
drop table attempts;

-- Network from which the session was begun: others who fail to sign in do not stop the account's sign-ins from there.
alter table sessions add column network text;
