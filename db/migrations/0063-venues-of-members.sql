-- compatible since: 0020
-- A member of an owner's staff who has some venues sees no other row of venues, whatever a query says. Processes of the
-- release before name no such venues: they see all of the owner, and narrow them by their queries.

drop policy owner on venues;
-- Grouped by the last two digits of the ids, as in is_tenant_venue.
create policy owner on venues to barback_tenant, barback_tenant_venues using (
  owner_id = tenant_owner()
  and (
    coalesce(current_setting('barback.within', true), '') = ''
    or coalesce(strpos(current_setting('barback.within_' || right(id::text, 2), true), id::text), 0) > 0
  )
);
