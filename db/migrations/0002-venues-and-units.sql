-- A venue belongs to one owner; a unit to one venue. Unit numbers are unique over all venues because addresses name a unit
-- by its number alone, and are never given twice, so that an old sale never points at a new unit.

create table venues (
  id uuid primary key,
  owner_id uuid not null constraint venues_owner references users on delete restrict,
  name text not null constraint venues_name check (name <> ''),
  tax_percentage numeric(7, 4) not null default 0 constraint venues_tax check (tax_percentage between 0 and 100),
  drink_limit_quantity smallint not null default 0 constraint venues_drink_limit_quantity check (drink_limit_quantity between 0 and 12),
  drink_limit_minutes smallint not null default 0 constraint venues_drink_limit_minutes check (drink_limit_minutes between 0 and 480),
  public_key text not null default '',
  client_guid text not null default '',
  -- Secrets are sealed outside the database; the hint is the last four characters, to show which one is stored.
  private_key_sealed bytea,
  private_key_hint text not null default '',
  auth_token_sealed bytea,
  auth_token_hint text not null default '',
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint venues_drink_limit check ((drink_limit_quantity = 0) = (drink_limit_minutes = 0))
);

create index venues_owner on venues (owner_id, created_at, id);

create sequence unit_numbers as integer start 1001;

create table units (
  id uuid primary key,
  venue_id uuid not null constraint units_venue references venues on delete restrict,
  unit_number integer not null default nextval('unit_numbers') constraint units_number unique,
  category text not null default 'ROTENDER_CLASSIC' constraint units_category check (category in ('ROTENDER_CLASSIC', 'BEERTENDER')),
  model text not null default 'SOLO' constraint units_model check (model in ('SOLO', 'MENU')),
  contacts text[] not null default '{}',
  discount_rate numeric(5, 4) not null default 0 constraint units_discount check (discount_rate between 0 and 1),
  id_checking_service_host_name text not null default '',
  home_helper_text text not null default '',
  home_button_image text not null default '',
  stripe_reader_id text not null default '',
  pax_shift4_reader_id text not null default '',
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- A deleted unit stays as a row: its sales name it.
  deleted_at timestamptz(3),
  constraint units_in_venue unique (venue_id, id),
  constraint units_of_category unique (id, category)
);

create index units_of_venue on units (venue_id, created_at, id) where deleted_at is null;

create table unit_keys (
  id uuid primary key,
  unit_id uuid not null constraint unit_keys_unit references units on delete cascade,
  key_hash bytea not null constraint unit_keys_hash unique,
  label text not null default '',
  created_at timestamptz(3) not null,
  created_by uuid constraint unit_keys_creator references users on delete set null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);

create index unit_keys_unit on unit_keys (unit_id);

create table card_readers (
  unit_id uuid not null constraint card_readers_unit references units on delete cascade,
  reader_id text not null,
  serial_number text not null default '',
  display_name text not null default '',
  address_line1 text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default '',
  zip_code text not null default '',
  constraint card_readers_pkey primary key (unit_id, reader_id)
);
