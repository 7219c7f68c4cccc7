-- compatible since: 0020
-- Automatic refunds of glasses that were not poured of a drink that was poured in part; and the menus that units report
-- to show.

alter table refund_policies drop constraint refund_policies_policy;
alter table refund_policies add constraint refund_policies_policy
  check (policy in ('off', 'nothing_poured', 'any_failure'));

-- Since when the heartbeats of a unit name another menu than the one it has; null while it shows that, or does not say.
alter table unit_heartbeats add column old_menu_since timestamptz(3);
