-- compatible since: 0020
-- Imports of past sales: what each read and stored, so that it can be looked up and taken back as a whole. Sales of
-- imports by processes of the release before belong to none.

create table imports (
  venue_id uuid not null,
  id uuid not null,
  unit_id uuid not null,
  file_name text not null,
  state text not null
    constraint imports_state check (state in ('running', 'done', 'stopped', 'taking back', 'taken back')),
  started_at timestamptz(3) not null,
  -- When the process that imports or takes back was at work last: one that is killed writes no end.
  seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Account; null for the command.
  started_by uuid,
  stored integer not null default 0,
  -- Of the stored ones.
  refunded integer not null default 0,
  already_there integer not null default 0,
  left_out integer not null default 0,
  rejected integer not null default 0,
  -- Of the stored ones, before tax and tips, without refunded ones.
  amount_cents bigint not null default 0,
  -- Why it stopped.
  error text,
  constraint imports_pkey primary key (venue_id, id)
);

select distribute_by_venue('imports');

alter table imports enable row level security;
create policy one_venue on imports to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on imports to barback_tenant_venues using (is_tenant_venue(venue_id));

-- Of an imported sale; null for all others.
alter table order_receipts add column import_id uuid;
