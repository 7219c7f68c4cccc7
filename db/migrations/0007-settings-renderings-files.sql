-- Texts and files: terms per account (the row without an owner is the platform's), uploaded files that belong to an owner,
-- and the web page bundle each venue publishes.

create table settings (
  id uuid primary key,
  owner_id uuid constraint settings_owner references users on delete cascade,
  terms text not null default '',
  constraint settings_one_per_owner unique nulls not distinct (owner_id)
);

create table files (
  id uuid primary key,
  owner_id uuid not null constraint files_owner references users on delete restrict,
  key text not null constraint files_key unique,
  content_type text not null,
  size_bytes bigint not null constraint files_size check (size_bytes >= 0),
  state text not null constraint files_state check (state in ('issued', 'stored')),
  created_at timestamptz(3) not null default now()
);

create index files_owner on files (owner_id);

create table renderings (
  id uuid primary key,
  venue_name text not null constraint renderings_venue_name check (venue_name <> ''),
  path_name text not null,
  entry_page_path text not null,
  folder text not null,
  deployed_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  deployed_by uuid constraint renderings_deployer references users on delete set null
);

-- One bundle per path is served; the ones it replaced are kept to go back to.
create unique index renderings_path on renderings (path_name) where replaced_at is null;

insert into settings (id, terms) values (gen_random_uuid(), '');
