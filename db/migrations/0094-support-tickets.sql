-- compatible since: 0020
-- Tickets of the support with their notes, and the software of units over time. Processes of the release before store
-- none: what a unit reports to them is stored with its next change.

-- On the coordinator, as they are read over all owners; without a reference to users, which would place them with these.
create table support_tickets (
  id uuid not null constraint support_tickets_pkey primary key,
  -- Chosen by the client: the same ticket again is opened once.
  key text not null constraint support_tickets_key unique,
  unit_id uuid not null,
  subject text not null,
  state text not null default 'open'
    constraint support_tickets_state check (state in ('open', 'waiting', 'closed')),
  -- A super administrator; null without one.
  assignee_id uuid,
  opened_at timestamptz(3) not null,
  -- Name at that time.
  opened_by text not null,
  -- Of its last change or note.
  changed_at timestamptz(3) not null
);
create index support_tickets_of_unit on support_tickets (unit_id, id);
create index support_tickets_not_closed on support_tickets (id) where state <> 'closed';
-- Of super admins only: owners and their staff have no privileges on it.
revoke all on support_tickets from barback_tenant, barback_tenant_venues;

create table support_notes (
  id uuid not null constraint support_notes_pkey primary key,
  ticket_id uuid not null constraint support_notes_ticket references support_tickets on delete cascade,
  -- Chosen by the client: the same note again is added once.
  key text not null,
  venue_id uuid not null,
  unit_id uuid not null,
  at timestamptz(3) not null,
  -- Name at that time.
  person text not null,
  note text not null,
  -- Whether the people of the venue see it.
  shared boolean not null,
  constraint support_notes_key unique (ticket_id, key)
);
create index support_notes_of_unit on support_notes (venue_id, unit_id, at) where shared;

alter table support_notes enable row level security;
create policy one_venue on support_notes for select to barback_tenant using (shared and venue_id = tenant_venue());
create policy several_venues on support_notes for select to barback_tenant_venues
  using (shared and is_tenant_venue(venue_id));
revoke insert, update, delete on support_notes from barback_tenant, barback_tenant_venues;

-- Each software that a unit has reported, from its first heartbeat with it on.
create table unit_software (
  venue_id uuid not null,
  unit_id uuid not null,
  since timestamptz(3) not null,
  software text not null,
  constraint unit_software_pkey primary key (venue_id, unit_id, since)
);

select distribute_by_venue('unit_software');

insert into unit_software (venue_id, unit_id, since, software)
select venue_id, unit_id, received_at, software from unit_heartbeats where software <> '';

alter table unit_software enable row level security;
create policy one_venue on unit_software to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on unit_software to barback_tenant_venues using (is_tenant_venue(venue_id));
