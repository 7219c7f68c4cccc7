-- compatible since: 0020
-- Messages go only to addresses and numbers whose holders have agreed to them, once per account: whoever enters an
-- address need not be its holder. Addresses and numbers that were stored before have been written to, and count as
-- confirmed.

create table recipients (
  account_id uuid not null constraint recipients_account references users on delete cascade,
  channel text not null constraint recipients_channel check (channel in ('mail', 'sms')),
  -- A mail address in lower case, or a number in E.164.
  address text not null constraint recipients_address check (address <> ''),
  state text not null default 'waiting'
    constraint recipients_state check (state in ('waiting', 'confirmed', 'declined')),
  -- When the holder was last sent a request.
  requested_at timestamptz(3),
  -- When a request was not sent because of a limit; null once one is sent.
  held_back_at timestamptz(3),
  decided_at timestamptz(3),
  constraint recipients_pkey primary key (account_id, channel, address)
);

insert into recipients (account_id, channel, address, state)
select id, 'mail', lower(email), 'confirmed' from users
union
select venues.owner_id, 'sms', contact, 'confirmed'
from units join venues on venues.id = units.venue_id cross join unnest(units.contacts) as contact
where contact <> '';

-- Links that work once. Only the hash of a token is stored; the token is in the message that was sent.
create table one_time_tokens (
  hash bytea constraint one_time_tokens_pkey primary key,
  purpose text not null constraint one_time_tokens_purpose check (purpose in ('confirmation')),
  -- For whom the message was sent, and to whom.
  account_id uuid not null constraint one_time_tokens_account references users on delete cascade,
  channel text not null constraint one_time_tokens_channel check (channel in ('mail', 'sms')),
  address text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create index one_time_tokens_recipient on one_time_tokens (account_id, channel, address);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['recipients', 'one_time_tokens'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy owner on %I to barback_tenant, barback_tenant_venues using (account_id = tenant_owner())',
      tenant_table
    );
  end loop;
end $$;

-- The account of a message that ends with a link; the link is made when the message is sent.
alter table messages
  add column account_id uuid constraint messages_account references users on delete cascade,
  add column link_purpose text,
  -- Reason why a message was never sent; its state is then failed, which earlier versions know.
  add column held_because text,
  add constraint messages_link check ((link_purpose is null) = (account_id is null)) not valid,
  add constraint messages_link_purpose check (link_purpose in ('confirmation')) not valid,
  add constraint messages_held_because
    check (held_because in ('unconfirmed', 'declined', 'limit', 'repeated')) not valid;
