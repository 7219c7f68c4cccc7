-- A unit that runs short of something says so once, until it is filled again: the open notice is unique. What is to be told
-- to people waits in messages, written in the transaction that is its cause, and a job sends each.

create table restock_notices (
  venue_id uuid not null,
  id uuid not null constraint restock_notices_id unique,
  unit_id uuid not null,
  ingredient_id uuid not null,
  percent smallint not null constraint restock_notices_percent check (percent between 0 and 100),
  noticed_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  constraint restock_notices_pkey primary key (venue_id, id),
  constraint restock_notices_inventory foreign key (unit_id, ingredient_id) references unit_inventory on delete cascade
);

create unique index restock_notices_open on restock_notices (unit_id, ingredient_id) where resolved_at is null;
create index restock_notices_latest on restock_notices (venue_id, noticed_at desc, id desc);

-- waiting: to be sent, perhaps not for the first time. uncertain: the sender died while sending, and sending again might
-- tell it twice.
create table messages (
  id uuid primary key,
  notice_id uuid constraint messages_notice references restock_notices (id) on delete cascade,
  channel text not null constraint messages_channel check (channel in ('mail', 'sms')),
  recipient text not null constraint messages_recipient check (recipient <> ''),
  subject text not null default '',
  body text not null,
  attachment_name text,
  attachment text,
  state text not null default 'waiting'
    constraint messages_state check (state in ('waiting', 'sending', 'sent', 'failed', 'uncertain')),
  attempts smallint not null default 0,
  last_error text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  constraint messages_attachment check ((attachment_name is null) = (attachment is null))
);

create unique index messages_once_per_notice on messages (notice_id, channel, recipient);
