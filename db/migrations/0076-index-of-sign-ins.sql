-- no transaction
-- compatible since: 0020
-- Sign-ins end before other entries of the audit log; the job that deletes them finds them here.

create index concurrently if not exists audit_of_sign_ins on audit (action, at)
  where action in ('sign_in.succeeded', 'sign_in.failed');
