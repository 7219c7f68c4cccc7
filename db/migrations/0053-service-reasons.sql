-- compatible since: 0020
-- Why a unit is in service. Processes of the release before state no reason, which is the default.

alter table unit_services add column reason text not null default 'other';
alter table unit_services
  add constraint unit_services_reason check (reason in ('cleaning', 'repair', 'moved', 'other'));
