-- compatible since: 0020
-- Entries of the audit log end: those of changes after seven years, of sign-ins after two, and of failed sign-ins, which
-- anybody can cause, after 90 days. Until then the database refuses to delete them.

create function refuse_early_deletion() returns trigger
  language plpgsql
  as $$
begin
  if old.at >= now() - make_interval(days => case old.action
    when 'sign_in.failed' then 90
    when 'sign_in.succeeded' then 730
    else 2555 end)
  then
    raise exception 'The audit log is append-only';
  end if;
  return old;
end $$;

create trigger audit_end before delete on audit
  for each row execute function refuse_early_deletion();

drop trigger audit_append_only on audit;
create trigger audit_append_only before update or truncate on audit
  for each statement execute function refuse_change();
