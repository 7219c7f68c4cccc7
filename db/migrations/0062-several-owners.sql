-- compatible since: 0020
-- A person may belong to several owners. A session reaches the owner that it was begun for, unless a request names
-- another one. Processes of the release before answer a person with several owners for any one of them.

alter table memberships drop constraint memberships_one_owner;
create index memberships_user on memberships (user_id);

-- When the person last used Barback for this owner, to a quarter of an hour.
alter table memberships add column seen_at timestamptz(3);
update memberships set seen_at = (
  select max(coalesce(sessions.last_used_at, sessions.created_at)) from sessions where sessions.user_id = memberships.user_id
);

-- Of staff: the owner that the session reaches. Null in sessions of the release before: the first that the person joined.
alter table sessions add column owner_id uuid;
update sessions set owner_id = memberships.owner_id
  from memberships where memberships.user_id = sessions.user_id and sessions.ended_at is null;
