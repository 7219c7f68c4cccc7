-- compatible since: 0020
-- Figures of the units of all owners, for the support of the operator. Processes of the release before store none.

-- One row. Whoever stores figures counts it up, and holds its lock until the end of the transaction: so all figures of a
-- version and of those before it are there as soon as the version is.
create table fleet_versions (
  one boolean not null default true constraint fleet_versions_pkey primary key constraint fleet_versions_one check (one),
  version bigint not null
);
insert into fleet_versions (version) values (0);

-- On the coordinator, as they are read over all venues. A page after the first reads the version of the first one, so
-- figures that were replaced are kept for a while.
create table fleet_units (
  unit_id uuid not null,
  from_version bigint not null,
  -- Null for the present figures.
  until_version bigint,
  until_at timestamptz(3),
  venue_id uuid not null,
  owner_id uuid not null,
  unit_number integer not null,
  unit_name text,
  venue_name text not null,
  owner_name text not null,
  -- Owner, venue and number of the unit, to sort by.
  place text not null,
  category text not null,
  created_at timestamptz not null,
  timezone text not null,
  software text not null,
  state text not null
    constraint fleet_units_state check (state in ('offline', 'silent', 'failing', 'maintenance', 'online', 'new')),
  -- Glasses of now, and the share of them that failed; 0 without any.
  failed integer not null,
  glasses integer not null,
  rate double precision not null,
  -- Glasses of the last 24 hours with the present software.
  day_failed integer not null,
  day_glasses integer not null,
  software_since timestamptz(3) not null,
  worst_position smallint,
  refused integer not null,
  -- Whole dollars, in cents, per hour.
  expected_cents bigint not null,
  at_risk_cents bigint not null,
  last_contact_at timestamptz(3),
  figures_at timestamptz(3) not null,
  constraint fleet_units_pkey primary key (unit_id, from_version)
) with (fillfactor = 70);
create index fleet_units_of_venue on fleet_units (venue_id) where until_version is null;
create index fleet_units_replaced on fleet_units (until_at) where until_at is not null;
create index fleet_units_by_risk on fleet_units (at_risk_cents, unit_id);
create index fleet_units_by_expected on fleet_units (expected_cents, unit_id);
create index fleet_units_by_rate on fleet_units (rate, unit_id);
create index fleet_units_by_refused on fleet_units (refused, unit_id);
create index fleet_units_by_place on fleet_units (place, unit_id);
-- Of super admins only: owners and their staff have no privileges on these.
revoke all on fleet_units, fleet_versions from barback_tenant, barback_tenant_venues;
