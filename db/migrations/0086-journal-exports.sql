-- compatible since: 0020
-- Journals that were exported to accounting software: entries that do not change, and the accounts of an owner that they
-- are booked on. Processes of the release before export none.

create table journal_accounts (
  owner_id uuid not null constraint journal_accounts_owner references users on delete cascade,
  -- Of the journal, such as `sales:Liquor`.
  account text not null,
  -- In the chart of accounts of the owner.
  name text not null,
  -- Empty where the owner has none.
  code text not null,
  constraint journal_accounts_pkey primary key (owner_id, account)
);

alter table journal_accounts enable row level security;
create policy owner on journal_accounts to barback_tenant, barback_tenant_venues
  using (owner_id = tenant_owner());

create table journal_exports (
  venue_id uuid not null,
  -- Business day, `YYYY-MM-DD`.
  night text not null,
  -- 1 is the entry of the night, others are late entries: what changed since the version before.
  version smallint not null constraint journal_exports_version check (version > 0),
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  timezone text not null,
  -- Date of the entry: the night, or the day on which a late entry was exported.
  dated text not null,
  -- Name of the venue.
  location text not null,
  -- Accounts with their names and codes, debits and credits in cents.
  lines jsonb not null,
  -- Categories of the ingredients of the night by id: later entries of the night use them.
  categories jsonb not null,
  -- Number of the change log of each unit up to which the version holds, by unit number.
  upto jsonb not null,
  exported_at timestamptz(3) not null,
  exported_by text not null,
  constraint journal_exports_pkey primary key (venue_id, night, version)
);

select distribute_by_venue('journal_exports');

alter table journal_exports enable row level security;
create policy one_venue on journal_exports to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on journal_exports to barback_tenant_venues using (is_tenant_venue(venue_id));
